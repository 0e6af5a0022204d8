CREATE TABLE "mail_links" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"member_id" uuid NOT NULL,
	"target" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "terms_versions" ADD COLUMN "changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_links" ADD CONSTRAINT "mail_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_links_member" ON "mail_links" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "mail_links_expired" ON "mail_links" USING btree ("expires_at");--> statement-breakpoint
INSERT INTO "terms_versions" ("version", "in_force_from") VALUES ('2025-04-01', '2025-04-01T00:00:00+09:00') ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "terms_versions" SET "changes" = '[
  {"ja": "第3条に、アカウントを安全に保つため、続けて誤ったパスワードが入力されたときなどに一時的にロックすることを加えました。", "en": "Article 3 now says that, to keep accounts safe, we may lock one for a while, for example after several wrong passwords in a row."},
  {"ja": "第4条に、パスポートの譲渡、カードの発行、取消しを画面からお手続きいただけることを加えました。", "en": "Article 4 now covers transferring a passport, having it issued as a card and cancelling it."},
  {"ja": "第8条で、アカウント設定からいつでも退会できるようにしました。", "en": "Under Article 8 you can now leave at any time from your account settings."}
]' WHERE "version" = '2026-11-01';
