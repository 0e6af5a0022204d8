CREATE TABLE "change_undos" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"before" jsonb NOT NULL,
	"undoes_since" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
DROP TABLE "email_change_undos" CASCADE;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "devices_known_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "change_undos" ADD CONSTRAINT "change_undos_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_undos_member" ON "change_undos" USING btree ("member_id","changed_at");--> statement-breakpoint
CREATE INDEX "change_undos_expired" ON "change_undos" USING btree ("expires_at");