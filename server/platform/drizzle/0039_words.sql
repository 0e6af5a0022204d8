ALTER TABLE "staff_acts" RENAME COLUMN "gate" TO "turnstile";--> statement-breakpoint
UPDATE "staff_credentials" SET "scopes" = array_replace("scopes", 'check_gate', 'check_turnstile');--> statement-breakpoint
ALTER TABLE "step_up_proofs" RENAME TO "step_ups";--> statement-breakpoint
ALTER TABLE "step_ups" RENAME CONSTRAINT "step_up_proofs_member_id_members_id_fk" TO "step_ups_member_id_members_id_fk";--> statement-breakpoint
ALTER INDEX "step_up_proofs_pkey" RENAME TO "step_ups_pkey";--> statement-breakpoint
ALTER INDEX "step_up_proofs_member" RENAME TO "step_ups_member";--> statement-breakpoint
ALTER TABLE "members" RENAME COLUMN "cancelled_at" TO "closed_at";--> statement-breakpoint
ALTER TABLE "release_figures" RENAME COLUMN "buckets" TO "range_counts";
