CREATE TABLE "passport_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"passport_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"status" text NOT NULL,
	"url" text,
	"created_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passport_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"webp" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passport_transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"passport_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"receiver_id" uuid,
	"receiver_masked" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "passport_transfers_decided" CHECK ((outcome is null) = (decided_at is null))
);
--> statement-breakpoint
CREATE TABLE "passports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"purchaser_id" uuid,
	"idempotency_key" uuid,
	"request_hash" text,
	"design_id" text NOT NULL,
	"holder_kind" text NOT NULL,
	"holder_last_name" text NOT NULL,
	"holder_first_name" text NOT NULL,
	"holder_date_of_birth" date NOT NULL,
	"photo_id" uuid,
	"usage_start_date" date NOT NULL,
	"ext_expiration_date" date NOT NULL,
	"ext_permission" smallint NOT NULL,
	"ext_member_code" text,
	"confirmed_id_at" timestamp with time zone,
	"physical_card_issued_at" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"price" integer NOT NULL,
	"payment_type" text,
	"payment_status" text,
	"transfer_status" text,
	"code_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "passports_ext_member_code_unique" UNIQUE("ext_member_code"),
	CONSTRAINT "passports_payment" CHECK ((payment_type is null) = (payment_status is null))
);
--> statement-breakpoint
ALTER TABLE "passport_payments" ADD CONSTRAINT "passport_payments_passport_id_passports_id_fk" FOREIGN KEY ("passport_id") REFERENCES "public"."passports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_photos" ADD CONSTRAINT "passport_photos_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD CONSTRAINT "passport_transfers_passport_id_passports_id_fk" FOREIGN KEY ("passport_id") REFERENCES "public"."passports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD CONSTRAINT "passport_transfers_sender_id_members_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD CONSTRAINT "passport_transfers_receiver_id_members_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passports" ADD CONSTRAINT "passports_owner_id_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passports" ADD CONSTRAINT "passports_purchaser_id_members_id_fk" FOREIGN KEY ("purchaser_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passports" ADD CONSTRAINT "passports_photo_id_passport_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."passport_photos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "passport_payments_open" ON "passport_payments" USING btree ("passport_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "passport_payments_of_passport" ON "passport_payments" USING btree ("passport_id","created_at");--> statement-breakpoint
CREATE INDEX "passport_payments_unsettled" ON "passport_payments" USING btree ("asked_at") WHERE status in ('pending', 'refund_pending');--> statement-breakpoint
CREATE INDEX "passport_photos_age" ON "passport_photos" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passport_transfers_open" ON "passport_transfers" USING btree ("passport_id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "passport_transfers_of_receiver" ON "passport_transfers" USING btree ("receiver_id");--> statement-breakpoint
CREATE INDEX "passport_transfers_of_passport" ON "passport_transfers" USING btree ("passport_id","sender_id");--> statement-breakpoint
CREATE INDEX "passports_of_owner" ON "passports" USING btree ("owner_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "passports_of_photo" ON "passports" USING btree ("photo_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passports_purchase" ON "passports" USING btree ("purchaser_id","idempotency_key");