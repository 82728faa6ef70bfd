/** The registry of columns that hold sealed secrets. A feature that keeps another secret adds its column here. */

export type SealedColumn = {
  table: string;
  column: string;
  /** The primary key, one integer column. */
  key: string;
  /** Further columns that the seal is bound to: when one of them changes, the secret has to be typed again. */
  bound: readonly string[];
};

/** The columns of a row that its seal is bound to. */
export type SealedRow<C extends SealedColumn> = Record<C['key'], number> &
  Record<C['bound'][number], string | number | null>;

const CITIZEN_REQUEST = {
  table: 'citizen_requests',
  key: 'id',
  bound: ['counter_id', 'protocol'],
} as const;

export const SEALED = {
  /** Bound to the address, so that the key cannot be sent elsewhere by editing the address. */
  provider_key: { table: 'model_providers', column: 'key_sealed', key: 'id', bound: ['base_url'] },
  /** Bound to the server and the account, so that the password cannot be sent elsewhere by editing them. */
  connection_password: {
    table: 'connections',
    column: 'password_sealed',
    key: 'id',
    bound: ['kind', 'host', 'port', 'database_name', 'user_name'],
  },
  totp_secret: { table: 'totp_secrets', column: 'secret_sealed', key: 'user_id', bound: [] },
  pending_totp_secret: { table: 'totp_secrets', column: 'pending_sealed', key: 'user_id', bound: [] },
  /** The client secret, or the password of the account that reads a directory. */
  identity_provider_secret: { table: 'identity_providers', column: 'secret_sealed', key: 'id', bound: [] },
  /** The key of the hashes by which the subjects of a provider are known. */
  subject_key: { table: 'identity_providers', column: 'subject_key_sealed', key: 'id', bound: [] },
  /** The refresh token of a provider. */
  provider_refresh: {
    table: 'provider_sessions',
    column: 'refresh_sealed',
    key: 'id',
    bound: ['user_id', 'provider_id'],
  },
  /** Bound to the base and the address, so that the secret cannot be sent elsewhere by editing the address. */
  sync_secret: {
    table: 'syncs',
    column: 'secret_sealed',
    key: 'id',
    bound: ['knowledge_base_id', 'endpoint'],
  },
  /** Bound to the address: another address gets another secret. */
  webhook_secret: { table: 'webhooks', column: 'secret_sealed', key: 'id', bound: ['url'] },
  /** The secret of a preview whose settings are not saved; kept for an hour. */
  preview_secret: {
    table: 'sync_runs',
    column: 'secret_sealed',
    key: 'id',
    bound: ['knowledge_base_id', 'endpoint'],
  },
  /** The private half of the pair that signs receipts; bound to the public half by its id. */
  receipt_key: { table: 'receipt_keys', column: 'private_sealed', key: 'id', bound: ['key_id'] },
  /** The name of a citizen, and the words of them and of the staff; bound to the counter and the number of the request. */
  request_name: { ...CITIZEN_REQUEST, column: 'name_sealed' },
  request_email: { ...CITIZEN_REQUEST, column: 'email_sealed' },
  request_text: { ...CITIZEN_REQUEST, column: 'text_sealed' },
  request_question: { ...CITIZEN_REQUEST, column: 'question_sealed' },
  request_answer: { ...CITIZEN_REQUEST, column: 'answer_sealed' },
  request_note: { ...CITIZEN_REQUEST, column: 'note_sealed' },
} as const satisfies Record<string, SealedColumn>;

export const sealedColumns: readonly SealedColumn[] = Object.values(SEALED);
