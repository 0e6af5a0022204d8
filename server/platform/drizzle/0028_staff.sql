CREATE TABLE "staff_acts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"credential_id" uuid NOT NULL,
	"passport_id" uuid,
	"act" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"gate" text,
	"code_period" integer,
	"request_id" uuid
);
--> statement-breakpoint
CREATE TABLE "staff_credentials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "staff_credentials_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "staff_acts" ADD CONSTRAINT "staff_acts_credential_id_staff_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."staff_credentials"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_acts" ADD CONSTRAINT "staff_acts_passport_id_passports_id_fk" FOREIGN KEY ("passport_id") REFERENCES "public"."passports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_acts_period" ON "staff_acts" USING btree ("passport_id","code_period") WHERE act = 'entered';--> statement-breakpoint
CREATE UNIQUE INDEX "staff_acts_request" ON "staff_acts" USING btree ("credential_id","request_id");--> statement-breakpoint
CREATE INDEX "staff_acts_of_passport" ON "staff_acts" USING btree ("passport_id","happened_at");--> statement-breakpoint
CREATE INDEX "staff_acts_time" ON "staff_acts" USING brin ("happened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_credentials_name" ON "staff_credentials" USING btree ("name") WHERE ended_at is null;