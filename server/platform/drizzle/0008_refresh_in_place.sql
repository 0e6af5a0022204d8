ALTER TABLE "oidc_refresh_claims" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "oidc_refresh_claims" CASCADE;--> statement-breakpoint
DROP INDEX "oidc_payloads_grant";--> statement-breakpoint
ALTER TABLE "oidc_payloads" ADD COLUMN "sealed_answer" text;--> statement-breakpoint
CREATE INDEX "oidc_payloads_grant" ON "oidc_payloads" USING btree ("grant_id","kind");