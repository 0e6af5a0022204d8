CREATE UNLOGGED TABLE "call_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "member_events_time" ON "member_events" USING brin ("happened_at");--> statement-breakpoint
CREATE INDEX "oidc_payloads_sealed" ON "oidc_payloads" USING btree ("consumed_at") WHERE sealed_answer is not null;