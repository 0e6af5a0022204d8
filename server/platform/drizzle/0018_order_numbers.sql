-- An order keeps the number that its receipt has shown so far: the first 36 bits of its id.
ALTER TABLE "kept_purchases" ADD COLUMN "order_number" text;--> statement-breakpoint
UPDATE "kept_purchases" SET "order_number" = lpad(('x' || substr(replace(order_id::text, '-', ''), 1, 9))::bit(36)::bigint::text, 12, '0');--> statement-breakpoint
ALTER TABLE "kept_purchases" ALTER COLUMN "order_number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "passports" ADD COLUMN "order_number" text;--> statement-breakpoint
UPDATE "passports" SET "order_number" = lpad(('x' || substr(replace(id::text, '-', ''), 1, 9))::bit(36)::bigint::text, 12, '0');--> statement-breakpoint
-- Of several with one number, the oldest keeps it. The others get one above every 36-bit number.
UPDATE "passports" SET "order_number" = (100000000000 + later.place)::text FROM (
	SELECT "id", row_number() OVER (ORDER BY "created_at", "id") AS "place" FROM (
		SELECT "id", "created_at", row_number() OVER (PARTITION BY "order_number" ORDER BY "created_at", "id") AS "nth" FROM "passports"
	) AS "numbered" WHERE "nth" > 1
) AS "later" WHERE "passports"."id" = "later"."id";--> statement-breakpoint
ALTER TABLE "passports" ALTER COLUMN "order_number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "passports" ADD CONSTRAINT "passports_order_number_unique" UNIQUE("order_number");
