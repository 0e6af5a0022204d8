DROP TABLE "release_vitals" CASCADE;--> statement-breakpoint
DELETE FROM "outbox_messages" WHERE "kind" = 'webhook';--> statement-breakpoint
UPDATE "schema_floor" SET "when" = 1795891637323;