CREATE TABLE "sign_in_progress" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"member_id" uuid,
	"sealed_step" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_in_progress" ADD CONSTRAINT "sign_in_progress_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_progress_member" ON "sign_in_progress" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "sign_in_progress_expired" ON "sign_in_progress" USING btree ("expires_at");