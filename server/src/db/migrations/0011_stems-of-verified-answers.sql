ALTER TABLE "verified_answers" ADD COLUMN "known_stems" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "verified_answers" ADD COLUMN "common_stems" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
UPDATE "verified_answers" a SET "known_stems" = w.known, "common_stems" = w.common FROM (
	SELECT verified_answer_id,
		array_agg(stem ORDER BY stem) known,
		coalesce(array_agg(stem ORDER BY stem) FILTER (WHERE in_wordings = wordings), '{}') common
	FROM (
		SELECT x.verified_answer_id, stem, count(*) in_wordings,
			(SELECT count(*) FROM "verified_answer_wordings" y WHERE y.verified_answer_id = x.verified_answer_id) wordings
		FROM "verified_answer_wordings" x, unnest(x.stems) stem
		GROUP BY x.verified_answer_id, stem
	) counted
	GROUP BY verified_answer_id
) w WHERE w.verified_answer_id = a.id;
