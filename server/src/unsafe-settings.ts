/** Settings that are unsafe in production, or lack another one. Each is reported as a sentence that says what to set instead. */
import { resolve, sep } from 'node:path';
import { PROVIDERS, type Provider } from '#contract/model-catalogue.ts';
import { isExposed, isLoopbackHost, isRemoteHost } from './network-address.ts';

export type Settings = {
  PORT: number;
  HOST: string;
  APP_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
  DATASOURCE_DATABASE_URL?: string | undefined;
  SHEETS_DATABASE_URL?: string | undefined;
  ALLOW_EMBEDDED_DATABASE: boolean;
  JWT_SECRET?: string | undefined;
  ADMIN_EMAIL?: string | undefined;
  ADMIN_PASSWORD?: string | undefined;
  SMTP_URL?: string | undefined;
  MAIL_FROM: string;
  PUBLIC_API_URL?: string | undefined;
  PUBLIC_API_BACKUP_URL?: string | undefined;
  CORS_ORIGINS: string[];
  TRUST_PROXY: string;
  EMBEDDING_BASE_URL?: string | undefined;
  STRIPE_API_BASE?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  FILES_URL?: { endpoint: string } | undefined;
  SYNC_FOLDERS: string[];
  DATA_DIR: string;
  MODEL_OVERRIDES?: Record<string, { base_url?: string | undefined }> | undefined;
} & { [name in ProviderAddress]?: string | undefined };

/** The variables that hold another address of a provider of models. */
type ProviderAddress = NonNullable<(typeof PROVIDERS)[Provider]['address_env']>;
const PROVIDER_ADDRESSES = Object.values(PROVIDERS).flatMap(({ address_env }): readonly ProviderAddress[] =>
  address_env === null ? [] : [address_env],
);

/** Stands where nobody named a sender: mail servers other than one of this machine refuse it. */
export const LOCAL_SENDER = 'Prosa <nao-responda@localhost>';

const ADMIN_PASSWORD_MIN = 12;
/** 32 random bytes have more different characters than this in any encoding. */
const SECRET_LETTERS_MIN = 10;
/** Values as they stand in examples. */
const PLACEHOLDER =
  /change.?me|troque|mude.?(me|isto)|exemplo|example|placeholder|your.?secret|seu.?segredo|segredo.?aqui|default|^(secret|segredo|jwt)/i;
const COMMON_PASSWORD =
  /^(.)\1+$|^(?:0?123456789?0?|password|passw0rd|senha|admin|administrador|prosa|qwerty|mudar|changeme|trocar)[\W\d_]*$/i;

/** Empty when the settings are safe. `variables` is the process's environment, for variables that Node reads itself. */
export function unsafeSettings(env: Settings, variables: Record<string, string | undefined> = {}): string[] {
  const address = env.APP_URL ?? `http://localhost:${env.PORT}`;
  return [
    ...secrets(env),
    ...whoMayCall(env),
    ...(isExposed({ APP_URL: address, HOST: env.HOST }) ? facingStrangers(env, address) : []),
    ...withoutProxy(env, address),
    ...openProviders(env),
    ...followedFolders(env),
    ...(variables.NODE_TLS_REJECT_UNAUTHORIZED === '0'
      ? [
          'NODE_TLS_REJECT_UNAUTHORIZED=0 desliga a verificação de certificados: remova-a e indique a autoridade da casa em NODE_EXTRA_CA_CERTS.',
        ]
      : []),
  ];
}

/** Settings that mean nothing, or harm, without another one, in production or not. */
export function* settingsThatNeedAnother(env: Settings): Generator<string> {
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    yield 'DATABASE_DIRECT_URL precisa de DATABASE_URL: é o mesmo banco, sem o pooler de conexões por que passa DATABASE_URL.';
  if (env.DATABASE_READ_URL && !env.DATABASE_URL)
    yield 'DATABASE_READ_URL precisa de DATABASE_URL: é uma réplica de leitura daquele banco.';
  if (env.SHEETS_DATABASE_URL && !env.DATASOURCE_DATABASE_URL)
    yield 'SHEETS_DATABASE_URL precisa de DATASOURCE_DATABASE_URL: as planilhas são gravadas no banco que as fontes de dados leem.';
  if (env.SMTP_URL && env.MAIL_FROM === LOCAL_SENDER && !isLoopbackHost(hostOf(env.SMTP_URL)))
    yield 'MAIL_FROM é obrigatória quando SMTP_URL está definida: é o remetente que o seu servidor de e-mail aceita, como Prosa <prosa@cidade.gov.br>.';
  if (env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET)
    yield 'STRIPE_WEBHOOK_SECRET é obrigatória quando STRIPE_SECRET_KEY está definida: sem ela, nenhum pagamento seria reconhecido.';
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

function* secrets({ JWT_SECRET, ADMIN_EMAIL, ADMIN_PASSWORD }: Settings): Generator<string> {
  if (!JWT_SECRET)
    yield 'JWT_SECRET é obrigatória quando NODE_ENV=production (ao menos 32 bytes aleatórios): openssl rand -base64 48';
  else if (new Set(JWT_SECRET).size < SECRET_LETTERS_MIN || PLACEHOLDER.test(JWT_SECRET))
    yield 'JWT_SECRET parece um exemplo ou uma repetição: gere uma própria com openssl rand -base64 48';
  if (ADMIN_PASSWORD === undefined) return;
  const name = ADMIN_EMAIL?.split('@')[0]?.toLowerCase();
  if (
    ADMIN_PASSWORD.length < ADMIN_PASSWORD_MIN ||
    COMMON_PASSWORD.test(ADMIN_PASSWORD) ||
    PLACEHOLDER.test(ADMIN_PASSWORD) ||
    (name && ADMIN_PASSWORD.toLowerCase().includes(name) && ADMIN_PASSWORD.length < name.length + 6)
  )
    yield `ADMIN_PASSWORD é fácil de adivinhar: use ao menos ${ADMIN_PASSWORD_MIN} caracteres que não estejam em nenhuma lista, ou deixe-a vazia.`;
}

function* whoMayCall({
  CORS_ORIGINS,
  TRUST_PROXY,
  DATABASE_URL,
  DATABASE_DIRECT_URL,
  DATABASE_READ_URL,
  DATASOURCE_DATABASE_URL,
  SHEETS_DATABASE_URL,
}: Settings): Generator<string> {
  for (const origin of CORS_ORIGINS) {
    if (origin.includes('*') || origin === 'null')
      yield `CORS_ORIGINS não pode conter ${origin}: liste cada origem, como https://portal.exemplo.gov.br`;
    else if (!isSafeAddress(origin))
      yield `CORS_ORIGINS contém ${origin}: use endereços https, sem caminho (http só nesta máquina).`;
  }
  for (const hop of TRUST_PROXY.split(',').map((one) => one.trim()))
    if (/^(\*|true|0\.0\.0\.0(\/.*)?|::)$|\/0$/.test(hop))
      yield `TRUST_PROXY=${hop} deixaria qualquer um escolher o próprio endereço: indique só o do proxy.`;
  const own = [DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL].filter((url) => url !== undefined);
  const isOurs = (url: string | undefined) => url && own.some((one) => sameDatabase(one, url));
  if (isOurs(DATASOURCE_DATABASE_URL))
    yield 'DATASOURCE_DATABASE_URL aponta para o banco da própria aplicação: use outro banco e um papel que só leia.';
  if (isOurs(SHEETS_DATABASE_URL))
    yield 'SHEETS_DATABASE_URL aponta para o banco da própria aplicação: use o banco de conteúdo e o papel prosa_planilhas.';
}

/** TLS ends at a proxy; without its name every visitor has the proxy's address, and limits that count by it hit all. */
function* withoutProxy({ TRUST_PROXY }: Settings, address: string): Generator<string> {
  if (address.startsWith('https://') && !TRUST_PROXY.trim())
    yield `TRUST_PROXY é obrigatória com APP_URL=${address}: indique o endereço do proxy que termina o TLS, como 127.0.0.1 ou 10.0.0.5, ou uma rede em que só há proxies. Sem ela, todos os visitantes teriam um só endereço.`;
}

/** Keys and texts of documents go there. */
function* openProviders(env: Settings): Generator<string> {
  const addresses = [
    ...([...PROVIDER_ADDRESSES, 'EMBEDDING_BASE_URL', 'STRIPE_API_BASE'] as const).map(
      (name) => [name, env[name]] as const,
    ),
    ['FILES_URL', env.FILES_URL?.endpoint] as const,
    ...Object.entries(env.MODEL_OVERRIDES ?? {}).map(
      ([id, { base_url }]) => [`MODEL_OVERRIDES (${id}): base_url`, base_url] as const,
    ),
  ];
  for (const [name, url] of addresses)
    if (url?.startsWith('http://') && isRemoteHost(new URL(url).hostname))
      yield `${name}=${url} levaria chaves e textos abertos pela rede: use https (http só nesta máquina e em redes privadas).`;
}

/** The folder of the installation holds secrets and e-mails; those of the system hold passwords. */
function* followedFolders({ SYNC_FOLDERS, DATA_DIR }: Settings): Generator<string> {
  for (const folder of SYNC_FOLDERS) {
    if (isWithin(resolve(DATA_DIR), folder) || isWithin(folder, resolve(DATA_DIR)))
      yield `SYNC_FOLDERS=${folder} inclui DATA_DIR, ou fica nela: bases leriam segredos e e-mails desta instalação. Indique só pastas de documentos.`;
    else if (SYSTEM_FOLDERS.some((system) => isWithin(folder, system)))
      yield `SYNC_FOLDERS=${folder} é uma pasta do sistema: indique só pastas de documentos.`;
  }
}

const SYSTEM_FOLDERS = ['/etc', '/proc', '/sys', '/dev', '/root'];

const isWithin = (inner: string, outer: string): boolean =>
  inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);

function* facingStrangers(env: Settings, address: string): Generator<string> {
  if (!env.APP_URL && !isLoopbackHost(env.HOST))
    yield `APP_URL é obrigatória em produção com HOST=${env.HOST}: é o endereço https pelo qual as pessoas chegam.`;
  else if (!address.startsWith('https://'))
    yield `APP_URL=${address} levaria senhas e conversas abertas pela rede: use https (o TLS pode terminar no proxy).`;
  for (const name of ['PUBLIC_API_URL', 'PUBLIC_API_BACKUP_URL'] as const) {
    const url = env[name];
    if (url && !isSafeAddress(url)) yield `${name}=${url} deve usar https.`;
  }
  if (!env.SMTP_URL)
    yield 'SMTP_URL é obrigatória em produção: sem ela, códigos e senhas temporárias ficariam em uma caixa de e-mails local, e ninguém os receberia.';
  if (!env.DATABASE_URL && !env.ALLOW_EMBEDDED_DATABASE)
    yield 'DATABASE_URL é obrigatória em produção. Para usar o PostgreSQL embutido em um só processo, com cópias de segurança suas, defina ALLOW_EMBEDDED_DATABASE=true.';
}

function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/** Compares server and database; another role does not make it another database. */
function sameDatabase(one: string, other: string): boolean {
  const place = (text: string) => {
    const url = new URL(text);
    return `${url.hostname}:${url.port || 5432}/${url.searchParams.get('host') ?? ''}${url.pathname}`;
  };
  return place(one) === place(other);
}
