/** The background jobs: payload, schedule and leases. The queue, the worker and docs/operations.md derive from this table. */

/** The letters about how somebody enters. */
export const ACCESS_LETTERS = [
  'factor_added',
  'factor_changed',
  'factor_removed',
  'factor_reset',
  'factor_guessed',
  'account_linked',
  'account_unlinked',
  'email_changed',
  'emergency_entry',
] as const;
export type AccessLetter = (typeof ACCESS_LETTERS)[number];

/** The payload of each job. It never holds a secret: the body of the job makes secrets when it runs. */
export type Jobs = {
  'account.verification': { user_id: number };
  'account.reset': { email: string };
  'account.password-changed': { user_id: number; ended_keys?: number };
  'account.refresh-token-reused': { user_id: number; at: string };
  /**
   * `email` where it goes to another address than the account's own. `user_agent` of the browser that did it, null where
   * it did not name itself; absent where no browser did.
   */
  'access.letter': {
    user_id: number;
    kind: AccessLetter;
    at: string;
    email?: string;
    user_agent?: string | null;
  };
  /** `user_id` 0 and people who are no administrators are passed over. */
  'audit.refused-sign-in': {
    user_id: number;
    ip: string;
    user_agent: string | null;
    reason:
      | 'wrong_password'
      | 'inactive'
      | 'unverified'
      | 'not_approved'
      | 'closed_domain'
      | 'wrong_second_factor';
    at: string;
  };
  'access.approval': { user_id: number; approval: 'approved' | 'refused' };
  'access.recheck': Record<never, never>;
  'invitations.send': Record<never, never>;
  'audit.anchor': Record<never, never>;
  'knowledge.read-document': { knowledge_base_id: number; document_id: number; file_id: string };
  'knowledge.recognise': { knowledge_base_id: number; document_id: number; file_id: string };
  'knowledge.resume': Record<never, never>;
  'knowledge.embed': Record<never, never>;
  'knowledge.validity': { knowledge_base_id: number };
  'knowledge.citations': Record<never, never>;
  'knowledge.sync': { knowledge_base_id: number; run_id: number };
  'knowledge.sync-due': Record<never, never>;
  'knowledge.sync-notice': { user_id: number; knowledge_base_id: number; sync_id: number };
  'chat.read-file': { user_id: number; file_id: string };
  'chat.recognise-file': { user_id: number; file_id: string };
  'chat.resume-files': Record<never, never>;
  'chat.expire': Record<never, never>;
  'chat.retention': Record<never, never>;
  'sheets.sweep': Record<never, never>;
  'data-sources.profile': { data_source_id: number };
  'data-sources.profiles': Record<never, never>;
  'privacy.deletion-asked': { user_id: number };
  'privacy.erase-due': Record<never, never>;
  'feedback.letter': { feedback_id: number };
  'stats.roll-up': Record<never, never>;
  'plans.lapse': Record<never, never>;
  'plans.reconcile': Record<never, never>;
  'plans.end-notices': Record<never, never>;
  'credits.expire': Record<never, never>;
  'tokens.renew': Record<never, never>;
  'tokens.notice': { user_id: number };
  /** `level` where it was reached by a refusal. */
  'group.notice': { user_group_id: number; month: string; level?: number };
  'desk.deliver': { event_id: string };
  'desk.catch-up': Record<never, never>;
  'keys.made': { user_id: number; key_id: number };
  'models.watch': Record<never, never>;
  /** `level`: days before the end of the model, or `gone`. */
  'models.notice': { user_id: number; model_id: string; level: '60' | '14' | '3' | 'gone' };
  'verified.review': Record<never, never>;
  'verified.review-notice': { user_id: number; verified_answer_id: number };
  'questions.group': Record<never, never>;
  /** `user_id`: the administrator in whose name its calls are noted. */
  'questions.ask-again': { group_id: number; user_id: number };
  'alerts.evaluate': Record<never, never>;
  /** A made-up one has no events. */
  'alerts.letter': { user_id: number; events: { id: number; stage: 'opened' | 'reminder' | 'ended' }[] };
  'webhooks.deliver': { webhook_id: number; delivery_id: number };
  'checks.nightly': Record<never, never>;
  /** `night`: the day on which it began. */
  'checks.run-agent': { agent_id: number; night: string };
  'counters.letter': {
    counter_id: number;
    request_id: number;
    kind: 'received' | 'code' | 'answered' | 'closed';
  };
  'counters.notice': Record<never, never>;
  /** `new_ids` came since the last letter, `due_ids` are due soon; what has ended meanwhile is passed over. */
  'counters.staff-letter': { user_id: number; new_ids: number[]; due_ids: number[] };
  'counters.tidy': Record<never, never>;
  'files.move': Record<never, never>;
  'maintenance.cleanup': Record<never, never>;
  'maintenance.partitions': Record<never, never>;
  'secrets.reseal': Record<never, never>;
};
export type JobName = keyof Jobs;

type JobSettings = {
  /** In English, for operators. */
  does: string;
  /** It sends one e-mail: a failure of it is a failure of mail. */
  is_letter?: true;
  /** A cron line in TIME_ZONE; one process of all runs it. */
  schedule?: string;
  /** Options of pg-boss that differ from those of the other jobs. */
  queue?: object;
  work?: object;
};

/**
 * A mail server that is away, is being repaired or asks a stranger to come again later takes a letter in the end: each is
 * offered for about a day, at most every ten minutes. Kept with each letter, so that queues of a former release get it too.
 */
export const LETTER_RETRIES = { retryLimit: 150, retryDelay: 2, retryBackoff: true, retryDelayMax: 600 };

/** A failure that no repetition mends: the job is given up at once. */
export class FinalFailure extends Error {}

export const JOBS: Readonly<Record<JobName, JobSettings>> = {
  'account.verification': { does: 'Sends a verification code.', is_letter: true },
  'account.reset': { does: 'Sends a temporary password.', is_letter: true },
  'account.password-changed': { does: 'Notifies a person that their password was changed.', is_letter: true },
  'account.refresh-token-reused': {
    does: 'Notifies a person that a used refresh token came again.',
    is_letter: true,
  },
  'access.letter': {
    does: 'Notifies a person of a change in how they enter, such as a second factor.',
    is_letter: true,
  },
  'access.approval': {
    does: 'Notifies a person that their registration was approved or refused.',
    is_letter: true,
  },
  'access.recheck': {
    does: 'Asks providers of sign-on and directories, once an hour for each sign-in, whether the person is still theirs, and ends those that are not.',
    schedule: '*/5 * * * *',
    queue: { expireInSeconds: 600, heartbeatSeconds: 10 },
  },
  'invitations.send': {
    does: 'Sends the invitations that wait, at most sixty letters a minute over all processes.',
    schedule: '* * * * *',
    queue: { expireInSeconds: 600 },
    work: { batchSize: 1 },
  },
  'audit.refused-sign-in': { does: 'Records that an administrator was refused at sign-in.' },
  'audit.anchor': {
    does: 'Notes the head of the audit chain in DATA_DIR and in the log.',
    schedule: '30 * * * *',
  },
  'knowledge.read-document': {
    does: 'Reads an uploaded file into its document.',
    // Reading takes minutes: a heartbeat lets another process take over soon from one that died.
    queue: { expireInSeconds: 900, heartbeatSeconds: 10 },
    work: { batchSize: 1, localConcurrency: 4 },
  },
  'knowledge.recognise': {
    does: 'Recognises the words of scanned pages of a document.',
    // A part of its pages, each of which may take a minute.
    queue: { expireInSeconds: 1_800, heartbeatSeconds: 30 },
    work: { batchSize: 1 },
  },
  'knowledge.resume': {
    does: 'Queues documents again whose reading or recognition was interrupted.',
    schedule: '* * * * *',
  },
  'knowledge.embed': {
    does: 'Embeds passages that have no vector yet.',
    schedule: '*/10 * * * *',
    queue: { expireInSeconds: 3_600, heartbeatSeconds: 30 },
  },
  'knowledge.validity': {
    does: 'Cuts the documents of a base by their provisions and reads their clauses, where it has been dated.',
    queue: { expireInSeconds: 3_600, heartbeatSeconds: 30 },
  },
  'knowledge.citations': {
    does: 'Counts the answers that cite documents of dated bases, by days.',
    schedule: '17 * * * *',
    queue: { expireInSeconds: 3_600, heartbeatSeconds: 30 },
  },
  'knowledge.sync': {
    does: 'Leads a run or a preview of a sync.',
    // A website of thousands of pages takes hours at one request a second.
    queue: { expireInSeconds: 82_800, heartbeatSeconds: 10 },
    work: { batchSize: 1, localConcurrency: 4 },
  },
  'knowledge.sync-due': {
    does: 'Begins the syncs that are due, resumes interrupted runs, forgets old previews and deletes documents that were withdrawn thirty days ago.',
    schedule: '* * * * *',
  },
  'knowledge.sync-notice': {
    does: 'Notifies a superadmin of a sync that was paused because it kept failing.',
    is_letter: true,
  },
  'chat.read-file': {
    does: 'Reads a file of a conversation.',
    queue: { expireInSeconds: 900, heartbeatSeconds: 10 },
    work: { batchSize: 1, localConcurrency: 4 },
  },
  'chat.recognise-file': {
    does: 'Recognises the words of scanned pages of a file of a conversation, beside those of documents.',
    queue: { expireInSeconds: 1_800, heartbeatSeconds: 30 },
    work: { batchSize: 1 },
  },
  'chat.resume-files': {
    does: 'Queues files of conversations again whose reading or recognition was interrupted, and deletes those of silent conversations.',
    schedule: '* * * * *',
  },
  'chat.expire': {
    does: 'Erases temporary conversations a day after their last message.',
    schedule: '*/5 * * * *',
  },
  'chat.retention': {
    does: 'Erases conversations without a question for as many months as «Configurações» says.',
    schedule: '35 * * * *',
    queue: { expireInSeconds: 3_600, heartbeatSeconds: 30 },
  },
  'sheets.sweep': {
    does: 'Drops the tables of spreadsheets that nothing reads, and deletes uploads that were not confirmed.',
    schedule: '*/15 * * * *',
  },
  'data-sources.profile': {
    does: 'Reads the columns of a data source for its profile.',
    // Another process may hold the lease of the profile, or its connection, for some minutes.
    queue: { expireInSeconds: 900, retryLimit: 40, retryDelay: 20, retryBackoff: false },
    work: { batchSize: 1 },
  },
  'data-sources.profiles': {
    does: 'Reads the columns of the data sources that were asked in the last seven days.',
    schedule: '20 2 * * *',
    queue: { expireInSeconds: 14_400, heartbeatSeconds: 30 },
  },
  'privacy.deletion-asked': {
    does: 'Notifies a person of the day on which their account is deleted.',
    is_letter: true,
  },
  'privacy.erase-due': { does: 'Erases accounts whose day has come.', schedule: '*/10 * * * *' },
  'feedback.letter': { does: 'Sends feedback to FEEDBACK_EMAIL.', is_letter: true },
  'stats.roll-up': { does: 'Aggregates the hours that are over.', schedule: '12 * * * *' },
  'plans.lapse': {
    does: 'Ends plans whose payment failed seven days ago, and prepaid ones whose period is over.',
    schedule: '23 * * * *',
  },
  'plans.reconcile': {
    does: 'Compares every subscription and undecided purchase with the payment provider.',
    schedule: '40 1 * * *',
  },
  'plans.end-notices': {
    does: 'Notifies people whose prepaid plan ends in seven days or in one.',
    schedule: '50 8 * * *',
  },
  'credits.expire': { does: 'Ends bought tokens whose validity is over.', schedule: '26 * * * *' },
  'tokens.renew': { does: 'Begins the token cycles that are due.', schedule: '5 0 * * *' },
  'tokens.notice': { does: 'Notifies a person that a level of their allowance was passed.', is_letter: true },
  'group.notice': { does: "Notifies people that a level of a group's budget was passed.", is_letter: true },
  'desk.deliver': { does: 'Sends an event of the local payments.' },
  'desk.catch-up': { does: 'Advances the local payments to the present.', schedule: '3 * * * *' },
  'keys.made': { does: 'Notifies a person that an access key was made in their name.', is_letter: true },
  'models.watch': {
    does: 'Reads the lists of the model providers and asks the models in use for a word.',
    schedule: '10 4 * * *',
    queue: { expireInSeconds: 900, heartbeatSeconds: 30 },
  },
  'verified.review': {
    does: 'Queues letters to the reviewers of verified answers whose day comes or has passed.',
    schedule: '20 5 * * *',
  },
  'verified.review-notice': {
    does: 'Notifies a reviewer of the day of a verified answer.',
    is_letter: true,
  },
  'models.notice': { does: 'Notifies a superadmin of a model that ends or has gone.', is_letter: true },
  'questions.group': {
    does: 'Puts open questions into groups, and asks those again whose document has been read meanwhile.',
    schedule: '*/5 * * * *',
    queue: { expireInSeconds: 900, heartbeatSeconds: 30 },
  },
  'questions.ask-again': {
    does: 'Asks an agent the question of a closed group again.',
    queue: { expireInSeconds: 900, heartbeatSeconds: 30 },
    work: { batchSize: 1, localConcurrency: 2 },
  },
  'alerts.evaluate': {
    does: 'Looks at the rules of alerts, sends what they found, and repeats deliveries to webhooks that are due.',
    schedule: '* * * * *',
  },
  'alerts.letter': { does: 'Notifies an administrator of alerts.', is_letter: true },
  'webhooks.deliver': { does: 'Makes one attempt to deliver an alert to a webhook.' },
  'checks.nightly': {
    does: 'Begins the nightly runs of checks at their hour, and queues those again that were interrupted.',
    schedule: '*/10 * * * *',
  },
  'checks.run-agent': {
    does: "Runs an agent's checks for a night, within the tokens of the night.",
    // One after the other, so that the tokens are counted; another process takes over soon from one that died.
    queue: {
      expireInSeconds: 3_600,
      heartbeatSeconds: 30,
      retryLimit: 20,
      retryDelay: 10,
      retryBackoff: false,
    },
    work: { batchSize: 1 },
  },
  'counters.letter': {
    does: 'Writes to a citizen about their request at a public counter.',
    is_letter: true,
  },
  'counters.notice': {
    does: 'Queues letters to the administrators of public counters about new requests and those that are due soon, at most one a person.',
    // The schedule is the limit: nobody gets two of these letters within half an hour.
    schedule: '*/30 * * * *',
  },
  'counters.staff-letter': {
    does: 'Notifies an administrator of requests at public counters, by their numbers.',
    is_letter: true,
  },
  'counters.tidy': {
    does: 'Erases visits to public counters after their hours, and the words of requests after their years.',
    schedule: '25 * * * *',
  },
  'files.move': {
    does: 'Moves the content of files between the database and the bucket of FILES_URL, to where FILES_STORAGE wants them, and removes the objects of deleted files.',
    schedule: '* * * * *',
    queue: { expireInSeconds: 600 },
    work: { batchSize: 1 },
  },
  'maintenance.cleanup': {
    does: 'Deletes codes, temporary passwords and sign-ins, rate limits, idempotency keys, revoked access keys, invitations, imports of people, months of budgets, counts of personal data, resolved alerts, deliveries of webhooks, positions of writes and links of conversations whose time is over.',
    schedule: '17 * * * *',
  },
  'maintenance.partitions': {
    does: 'Cuts a month off the table of messages where it has grown, drops months whose conversations are erased, and lets the database look at the whole table.',
    schedule: '40 3 * * *',
  },
  'secrets.reseal': {
    does: 'Seals secrets again that an older key of SECRETS_KEYS had sealed.',
    schedule: '50 * * * *',
  },
};

export const JOB_NAMES = Object.keys(JOBS) as JobName[];
export const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name);
