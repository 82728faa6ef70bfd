import { type ConnectionKind, type ConnectionTls, DATABASE_SERVERS } from '#contract/connections.ts';
import type { Same } from '../../lib/text/same.ts';
import { en, serverNamesEn, tlsWordsEn } from './texts-en.ts';

const tlsWordsPt = {
  off: 'Sem TLS (só na rede privada)',
  require: 'Cifrada, sem conferir o certificado',
  verify: 'Cifrada, com o certificado conferido',
} satisfies Record<ConnectionTls, string>;

const pt = {
  title: 'Conexões',
  line: 'Os bancos de dados que as fontes de dados podem ler. Uma senha guardada aqui nunca volta a aparecer.',
  list: 'Conexões a bancos de dados',
  loadFailed: 'Falha ao carregar as conexões',
  add: 'Adicionar conexão',
  edit: 'Editar',
  editOf: (name: string) => `Editar ${name}`,
  remove: 'Remover',
  removeOf: (name: string) => `Remover ${name}`,
  test: 'Testar conexão',
  testOf: (name: string) => `Testar conexão ${name}`,
  testing: 'Testando…',
  testFailed: 'Falha ao testar a conexão',
  works: (version: string) => `Tudo certo: ${version}, e a conta só lê.`,
  mayWrite: 'O servidor responde, mas esta conta pode escrever.',
  unreachable: 'A conexão não foi feita.',
  testHint: 'O teste usa a senha digitada aqui; a guardada não é enviada.',

  server: 'Servidor',
  database: 'Banco de dados',
  user: 'Usuário',
  tls: 'TLS',
  sources: 'Fontes de dados',
  fixed: 'Definida no servidor, em DATASOURCE_DATABASE_URL. Sem essa variável, é o banco de exemplo.',

  addTitle: 'Adicionar conexão',
  addLine: 'Use uma conta que só lê: uma que possa escrever é recusada.',
  editTitle: (name: string) => `Conexão ${name}`,
  name: 'Nome',
  kind: 'Tipo',
  host: 'Servidor (nome ou endereço)',
  port: 'Porta',
  password: 'Senha',
  passwordStored: 'Guardada',
  passwordKept:
    'Em branco: fica a que está guardada. Outro servidor, porta, banco ou usuário exige digitá-la de novo.',
  passwordUnreadable: 'Senha ilegível: digite-a de novo.',
  save: 'Salvar',
  saving: 'Salvando…',
  cancel: 'Cancelar',
  saveFailed: 'Falha ao salvar a conexão',
  needed: 'Campo obrigatório.',
  portNeeded: 'Informe uma porta de 1 a 65535.',

  removeQuestion: (name: string) => `Remover a conexão ${name}? O banco de dados não é tocado.`,
  removeFailed: 'Falha ao remover a conexão',
  inUseTitle: (name: string) => `${name} está em uso`,
  inUseLine: 'Estas fontes de dados leem desta conexão. Troque a conexão delas antes.',
  close: 'Fechar',
} as const;

const serverNamesPt = {
  postgres: DATABASE_SERVERS.postgres.name,
  mysql: DATABASE_SERVERS.mysql.name,
} satisfies Record<ConnectionKind, string>;

export const serverNames: Same<typeof serverNamesPt, typeof serverNamesEn> =
  __LANGUAGE__ === 'en' ? serverNamesEn : serverNamesPt;
export const tlsWords: Same<typeof tlsWordsPt, typeof tlsWordsEn> =
  __LANGUAGE__ === 'en' ? tlsWordsEn : tlsWordsPt;
export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
