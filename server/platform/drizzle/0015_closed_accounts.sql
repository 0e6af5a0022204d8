CREATE TABLE "kept_purchases" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid,
	"design_id" text NOT NULL,
	"price" integer NOT NULL,
	"payment_type" text NOT NULL,
	"payment_status" text NOT NULL,
	"bought_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "passports" DROP CONSTRAINT "passports_purchaser_id_members_id_fk";
--> statement-breakpoint
CREATE INDEX "kept_purchases_age" ON "kept_purchases" USING btree ("bought_at");--> statement-breakpoint
ALTER TABLE "passports" ADD CONSTRAINT "passports_purchaser_id_members_id_fk" FOREIGN KEY ("purchaser_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "members_closed" ON "members" USING btree ("cancelled_at") WHERE cancelled_at is not null;