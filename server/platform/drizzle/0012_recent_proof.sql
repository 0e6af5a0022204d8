CREATE TABLE "step_up_proofs" (
	"session_uid" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"key_thumbprint" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "phone_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "oidc_sessions" ADD COLUMN "key_thumbprint" text;--> statement-breakpoint
ALTER TABLE "oidc_sessions" ADD COLUMN "key_bound_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "step_up_proofs" ADD CONSTRAINT "step_up_proofs_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "step_up_proofs_member" ON "step_up_proofs" USING btree ("member_id");--> statement-breakpoint
-- A number that two-step verification uses was proven by a code when it was turned on.
UPDATE "members" SET "phone_confirmed_at" = "updated_at" WHERE "phone" IS NOT NULL AND "mfa_channel" = 'sms';
