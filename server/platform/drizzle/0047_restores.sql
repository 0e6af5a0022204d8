CREATE TABLE "restores" (
	"restored_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"known_until" timestamp with time zone NOT NULL,
	"compared_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "unknown_payments" (
	"provider_id" uuid PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"reported_at" timestamp with time zone NOT NULL
);
