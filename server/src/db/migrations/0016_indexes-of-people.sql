CREATE INDEX "agent_check_runs_started_by" ON "agent_check_runs" USING btree ("started_by") WHERE started_by is not null;--> statement-breakpoint
CREATE INDEX "agent_versions_created_by" ON "agent_versions" USING btree ("created_by") WHERE created_by is not null;--> statement-breakpoint
CREATE INDEX "agents_owner_user_id" ON "agents" USING btree ("owner_user_id") WHERE owner_user_id is not null;--> statement-breakpoint
CREATE INDEX "citizen_requests_answered_by" ON "citizen_requests" USING btree ("answered_by") WHERE answered_by is not null;--> statement-breakpoint
CREATE INDEX "open_question_groups_closed_by" ON "open_question_groups" USING btree ("closed_by") WHERE closed_by is not null;--> statement-breakpoint
CREATE INDEX "sync_runs_started_by" ON "sync_runs" USING btree ("started_by") WHERE started_by is not null;--> statement-breakpoint
CREATE INDEX "syncs_created_by" ON "syncs" USING btree ("created_by") WHERE created_by is not null;--> statement-breakpoint
CREATE INDEX "document_relations_decided_by" ON "document_relations" USING btree ("decided_by") WHERE decided_by is not null;--> statement-breakpoint
CREATE INDEX "document_validity_updated_by" ON "document_validity" USING btree ("updated_by") WHERE updated_by is not null;--> statement-breakpoint
CREATE INDEX "validity_proposals_decided_by" ON "validity_proposals" USING btree ("decided_by") WHERE decided_by is not null;--> statement-breakpoint
CREATE INDEX "verified_answer_versions_created_by" ON "verified_answer_versions" USING btree ("created_by") WHERE created_by is not null;--> statement-breakpoint
CREATE INDEX "verified_answers_created_by" ON "verified_answers" USING btree ("created_by") WHERE created_by is not null;--> statement-breakpoint
CREATE INDEX "verified_answers_reviewer_user_id" ON "verified_answers" USING btree ("reviewer_user_id") WHERE reviewer_user_id is not null;