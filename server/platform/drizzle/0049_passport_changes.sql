CREATE TABLE "passport_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"passport_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"before_design_id" text NOT NULL,
	"before_photo_id" uuid,
	"changed_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "passport_changes" ADD CONSTRAINT "passport_changes_passport_id_passports_id_fk" FOREIGN KEY ("passport_id") REFERENCES "public"."passports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_changes" ADD CONSTRAINT "passport_changes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_changes" ADD CONSTRAINT "passport_changes_before_photo_id_passport_photos_id_fk" FOREIGN KEY ("before_photo_id") REFERENCES "public"."passport_photos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passport_changes_of_member" ON "passport_changes" USING btree ("member_id","changed_at");--> statement-breakpoint
CREATE INDEX "passport_changes_of_passport" ON "passport_changes" USING btree ("passport_id");--> statement-breakpoint
CREATE INDEX "passport_changes_photo" ON "passport_changes" USING btree ("before_photo_id");