DROP INDEX "notifications_unread";--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("member_id","published_at") WHERE read_at is null;