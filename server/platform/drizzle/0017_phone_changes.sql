CREATE TABLE "phone_changes" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"country" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "phone_changes" ADD CONSTRAINT "phone_changes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;