ALTER TABLE "release_log" ADD COLUMN "request_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "release_log_request" ON "release_log" USING btree ("environment","request_key");