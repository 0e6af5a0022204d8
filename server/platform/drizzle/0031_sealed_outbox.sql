ALTER TABLE "outbox_messages" ALTER COLUMN "text" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "member_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD COLUMN "sealed_content" text;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_member" ON "outbox_messages" USING btree ("member_id");