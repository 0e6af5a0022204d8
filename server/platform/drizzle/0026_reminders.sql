CREATE TABLE "passport_reminders" (
	"passport_id" uuid NOT NULL,
	"day" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "passport_reminders_passport_id_day_pk" PRIMARY KEY("passport_id","day")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"vapid_key" text NOT NULL,
	"session_uid" text NOT NULL,
	"key_thumbprint" text,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "remind_by_email" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "remind_by_notification" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "passport_reminders" ADD CONSTRAINT "passport_reminders_passport_id_passports_id_fk" FOREIGN KEY ("passport_id") REFERENCES "public"."passports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscriptions_member" ON "push_subscriptions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_uid");--> statement-breakpoint
CREATE INDEX "push_subscriptions_browser" ON "push_subscriptions" USING btree ("key_thumbprint");--> statement-breakpoint
CREATE INDEX "passports_first_day" ON "passports" USING btree ("usage_start_date") WHERE canceled_at is null;--> statement-breakpoint
CREATE INDEX "passports_last_day" ON "passports" USING btree ("ext_expiration_date") WHERE canceled_at is null;