CREATE TABLE "confirmed_browsers" (
	"member_id" uuid NOT NULL,
	"browser_hash" text NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "confirmed_browsers_member_id_browser_hash_pk" PRIMARY KEY("member_id","browser_hash")
);
--> statement-breakpoint
ALTER TABLE "oidc_sessions" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "oidc_sessions" ADD COLUMN "unconfirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "oidc_sessions" ADD COLUMN "trust_id" uuid;--> statement-breakpoint
ALTER TABLE "trusted_browsers" ADD COLUMN "former_hash" text;--> statement-breakpoint
ALTER TABLE "trusted_browsers" ADD COLUMN "sealed_secret" text;--> statement-breakpoint
ALTER TABLE "confirmed_browsers" ADD CONSTRAINT "confirmed_browsers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;