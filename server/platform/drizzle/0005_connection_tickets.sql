CREATE TABLE "connection_tickets" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"connection" text NOT NULL,
	"subject" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "connection_tickets_expired" ON "connection_tickets" USING btree ("expires_at");