CREATE TABLE "oidc_payloads" (
	"kind" text NOT NULL,
	"id_hash" text NOT NULL,
	"payload" jsonb NOT NULL,
	"member_id" uuid,
	"grant_id" text,
	"session_uid" text,
	"consumed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "oidc_payloads_kind_id_hash_pk" PRIMARY KEY("kind","id_hash")
);
--> statement-breakpoint
CREATE TABLE "oidc_refresh_claims" (
	"parent_hash" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"runner" uuid NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"sealed_answer" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oidc_sessions" (
	"uid" text PRIMARY KEY NOT NULL,
	"id_hash" text,
	"member_id" uuid,
	"payload" jsonb NOT NULL,
	"user_agent" text,
	"network" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_grants" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "oidc_sessions_id_hash_unique" UNIQUE("id_hash")
);
--> statement-breakpoint
ALTER TABLE "oidc_payloads" ADD CONSTRAINT "oidc_payloads_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_sessions" ADD CONSTRAINT "oidc_sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oidc_payloads_grant" ON "oidc_payloads" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oidc_payloads_member" ON "oidc_payloads" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "oidc_payloads_expired" ON "oidc_payloads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oidc_refresh_claims_expired" ON "oidc_refresh_claims" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oidc_sessions_member" ON "oidc_sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "oidc_sessions_expired" ON "oidc_sessions" USING btree ("expires_at");