import type { DomainEntry } from '#contract/domains.ts';
import type { ConnectionStepName, TrialSignIn } from '#contract/identity-provider-trials.ts';
import { ACCOUNT_LEVEL_NAMES, type IdentityProviderKind } from '#contract/identity-providers.ts';
import { counted } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import { accountLevelsEn, en, entryNamesEn, kindNamesEn, leavingWordsEn, stepNamesEn } from './texts-en.ts';

const kindNamesPt = {
  entra: 'Microsoft Entra ID',
  google: 'Google Workspace',
  keycloak: 'Keycloak',
  govbr: 'gov.br',
  oidc: 'Outro OpenID Connect',
  ldap: 'LDAP / Active Directory',
} satisfies Record<IdentityProviderKind, string>;

const stepNamesPt = {
  address: 'Endereço resolvido',
  certificate: 'Certificado válido',
  document: 'Documento de descoberta lido',
  issuer: 'Emissor confere',
  keys: 'Chaves lidas',
  pkce: 'PKCE',
  reader: 'Credencial aceita',
  base: 'Base de busca lida',
} satisfies Record<ConnectionStepName, string>;

const entryNamesPt = {
  enters: 'Entra',
  approval: 'Espera aprovação',
  refused: 'Não entra',
} satisfies Record<DomainEntry, string>;

function leavingWordsPt(kind: IdentityProviderKind, hours: string): string {
  const end = `quando o acesso acaba (${hours.trim() || '8'} h)`;
  const check = 'em até 65 minutos (verificação periódica)';
  if (kind === 'keycloak')
    return 'Quem sai de lá perde o acesso aqui na hora, se o logout back-channel estiver configurado lá.';
  if (kind === 'oidc')
    return `Quem sai de lá perde o acesso aqui na hora, se o provedor anuncia logout back-channel; senão, ${check}, ou ${end}.`;
  if (kind === 'govbr') return `Quem sai de lá perde o acesso aqui ${end}.`;
  if (kind === 'ldap') return `Quem sai de lá perde o acesso aqui ${check}.`;
  return `Quem sai de lá perde o acesso aqui ${check}; se o provedor não der um token de renovação, ${end}.`;
}

const pt = {
  tab: 'Provedores',
  line: 'Por onde as pessoas entram com a conta que já têm na organização.',
  list: 'Provedores de acesso',
  loading: 'Carregando provedores…',
  loadFailed: 'Falha ao carregar provedores',
  none: 'Nenhum provedor ainda',
  noneLine:
    'Pessoas entram com e-mail e senha. Adicione o provedor da sua organização para que entrem com a conta que já têm.',
  add: 'Adicionar provedor',
  open: 'Abrir',
  active: 'Ativo',
  inactive: 'Inativo',
  people: (count: number) => counted(count, 'pessoa', 'pessoas'),
  lastEntry: (when: string) => `última entrada ${when}`,
  noEntry: 'ninguém entrou ainda',
  failing: (since: string) => `Com falha desde ${since}`,
  unreadable: 'Segredo ilegível: informe de novo',
  required: 'Campo obrigatório.',
  cancel: 'Cancelar',

  added: {
    title: 'Adicionar provedor',
    line: 'Ele começa inativo: teste a conexão e uma entrada antes de ativá-lo.',
    kind: 'Tipo',
    name: 'Nome no botão',
    nameHint: 'As pessoas leem «Entrar com …».',
    slug: 'Nome no endereço',
    slugHint: 'Fica em /entrar/… e não muda depois.',
    submit: 'Adicionar',
    submitting: 'Adicionando…',
    failed: 'Falha ao adicionar o provedor',
  },
  page: {
    title: 'Acesso',
    back: 'Provedores',
    notFound: 'Provedor não encontrado',
    notFoundLine: 'Ele pode ter sido excluído.',
    toList: 'Ver provedores',
    loadFailed: 'Falha ao carregar o provedor',
    stale: 'Estes dados podem estar desatualizados',
  },
  form: {
    edit: 'Editar',
    connection: 'Conexão',
    name: 'Nome no botão',
    issuer: 'Emissor',
    issuerHint: {
      entra: 'https://login.microsoftonline.com/<ID do locatário>/v2.0',
      google: 'https://accounts.google.com',
      keycloak: 'https://<servidor>/realms/<realm>',
      govbr: 'https://sso.acesso.gov.br/ ou, em homologação, https://sso.staging.acesso.gov.br/',
      oidc: 'O endereço que o provedor chama de issuer, sem «.well-known».',
      ldap: '',
    } satisfies Record<IdentityProviderKind, string>,
    clientId: 'ID do cliente',
    secret: 'Segredo do cliente',
    secretSet: (when: string) => `•••• definido em ${when}`,
    secretKept: 'Em branco, fica o que está guardado. Ele nunca volta a aparecer.',
    secretNone: 'Guardado cifrado; nunca volta a aparecer.',
    auth: 'Como o segredo é enviado',
    basic: 'No cabeçalho (basic)',
    post: 'No corpo (post)',
    scopes: 'Escopos',
    claimEmail: 'Claim do e-mail',
    claimName: 'Claim do nome',
    hd: 'Domínio do Workspace (hd)',
    level: 'Nível mínimo',
    anyLevel: 'Qualquer nível',
    addresses: 'Endereços daqui',
    addressesLine: 'Informe-os no cadastro do cliente, no provedor.',
    redirect: 'Endereço de retorno',
    backchannel: 'Endereço de logout (back-channel)',
    copy: 'Copiar',
    copyOf: (name: string) => `Copiar ${name}`,
    copied: 'Copiado',
    copyFailed: 'Não foi possível copiar',
    url: 'Servidor',
    urlHint: 'ldaps://diretorio.exemplo.gov.br:636',
    tls: 'Criptografia',
    ldaps: 'LDAPS',
    starttls: 'StartTLS',
    ca: 'Certificado da autoridade (PEM)',
    caHint: 'Em branco, valem as autoridades que o servidor já conhece.',
    bindDn: 'Conta de leitura (DN)',
    readerPassword: 'Senha da conta de leitura',
    base: 'Base de busca',
    attributeLogin: 'Atributo do usuário',
    attributeEmail: 'Atributo do e-mail',
    attributeName: 'Atributo do nome',
    attributeId: 'Identificador',
    nested: 'Grupos aninhados (Active Directory)',
    nestedLine: 'Quem está num grupo que está noutro conta como membro dos dois. A busca fica mais lenta.',

    who: 'Quem entra',
    provision: 'Quem não tem conta',
    group: 'Grupo inicial',
    defaultGroup: 'Grupo padrão',
    groupsFailed: 'Falha ao carregar grupos',

    groups: 'Grupos',
    groupsLine:
      'A primeira linha que confere decide o grupo da pessoa; maiúsculas e minúsculas contam. Sem nenhuma, vale o grupo inicial; com «Grupo padrão» nele, a pessoa fica no grupo em que está.',
    groupsLineLdap:
      'A primeira linha que confere decide o grupo da pessoa. O valor é o DN do grupo no diretório. Sem nenhuma, vale o grupo inicial; com «Grupo padrão» nele, a pessoa fica no grupo em que está.',
    claimGroups: 'Claim dos grupos',
    claimGroupsHint: 'Em branco, o provedor não decide grupos.',
    mode: 'Decidir o grupo',
    always: 'Em toda entrada',
    first: 'Só na primeira',
    mayGrant: 'Pode dar o perfil admin',
    mayGrantLine: 'Linhas marcadas dão o perfil admin, e o tiram de quem o ganhou assim. Superadmin, nunca.',
    grants: 'Dá o perfil admin',
    value: (place: number) => `Valor da linha ${place}`,
    rowGroup: (place: number) => `Grupo da linha ${place}`,
    moveUp: (place: number) => `Mover a linha ${place} para cima`,
    moveDown: (place: number) => `Mover a linha ${place} para baixo`,
    removeRow: (place: number) => `Remover a linha ${place}`,
    addRow: 'Adicionar linha',
    noRows: 'Nenhuma linha: vale o grupo inicial.',

    session: 'Sessão',
    endSession: 'Ao sair daqui, sair também do provedor',
    endSessionLine: 'O provedor precisa aceitar a volta ao endereço inicial do Prosa.',
    mfa: 'Segundo fator do provedor',
    mfaNames: { amr: 'Vale quando ele diz que pediu', always: 'Vale sempre', never: 'Não vale aqui' },
    hours: 'Duração de um acesso, em horas',
    hoursHint:
      'Em branco: enquanto for renovado, ou 8 horas quando o provedor não avisa da saída nem pode ser perguntado.',
    hoursWrong: 'Informe de 1 a 720 horas, ou deixe em branco.',
    keyDays: 'Chaves de acesso descansam depois de quantos dias sem entrar',
    keyDaysHint: 'Vale em domínios que só entram por aqui. Em branco: nunca.',
    keyDaysWrong: 'Informe de 1 a 3650 dias, ou deixe em branco.',
  },
  edited: {
    save: 'Salvar',
    saving: 'Salvando…',
    cancel: 'Cancelar',
    saveFailed: 'Falha ao salvar o provedor',
    unsaved: 'Há mudanças por salvar.',
    unchanged: 'Nenhuma mudança ainda.',
    mend: 'Corrija os campos marcados.',
    saved: 'Salvo',
    changedElsewhere: 'Outra pessoa mudou este provedor.',
    changedElsewhereLine: 'Veja o que ela salvou, ou siga com o que você digitou.',
    loadTheirs: 'Ver o que foi salvo',
    keepMine: 'Seguir com o meu',
    leave: 'Sair sem salvar?',
    leaveLine: 'O que você mudou será perdido.',
    stay: 'Continuar editando',
    leaveLabel: 'Sair sem salvar',
  },
  trial: {
    title: 'Testes',
    line: 'Com o que está salvo. Nada muda para ninguém.',
    connection: 'Testar conexão',
    testing: 'Testando…',
    failed: 'Falha ao testar a conexão',
    steps: 'Passos do teste',
    passed: 'passou',
    stopped: 'falhou',
    credential: 'O ID e o segredo do cliente só se provam numa entrada: use «Testar entrada».',
    entry: 'Testar entrada',
    entryHint: 'Abre em outra aba.',
    tested: (when: string) => `Última entrada de teste: ${when}`,
    untested: 'Nenhuma entrada de teste desde a última mudança da conexão.',
    screen: 'Teste de entrada',
    opening: 'Abrindo o provedor…',
    reading: 'Lendo a resposta do provedor…',
    entryFailed: 'Falha ao testar a entrada',
    again: 'Testar de novo',
    directoryLine: 'Use o usuário e a senha de alguém do diretório. Ninguém entra e nada é criado.',
    username: 'Usuário da rede',
    password: 'Senha da rede',
    done: 'Fechar',
    close: 'Voltar ao provedor',
    claims: 'O que o provedor disse',
    claim: 'Claim',
    claimValue: 'Valor',
    outcome: 'O que aconteceria',
    nobody: 'Ninguém entrou e nada foi criado.',
    refused: 'A pessoa não entraria.',
    account: 'Conta que entraria',
    group: 'Grupo',
    noGroup: 'Nenhum',
    role: 'Perfil',
    factor: 'Segundo fator',
    factors: {
      provider: 'Pedido pelo provedor',
      own: 'Pedido aqui',
      none: 'Nenhum',
    } satisfies Record<NonNullable<TrialSignIn['account']>['second_factor'], string>,
    by: {
      known: 'Já entra por este provedor.',
      linked: 'A conta que existe seria vinculada.',
      made: 'Seria criada agora.',
      proof: 'A conta existe: a senha dela seria pedida uma vez.',
      waiting: 'Seria criada e esperaria aprovação.',
    } satisfies Record<NonNullable<TrialSignIn['account']>['by'], string>,
  },
  power: {
    activate: 'Ativar',
    deactivate: 'Desativar',
    failed: 'Falha ao mudar o provedor',
    untested: 'Este provedor ainda não foi testado. Ativar mesmo assim?',
    deactivateAsk: (name: string) => `Desativar ${name}?`,
  },
  danger: {
    title: 'Excluir provedor',
    line: 'Contas e conversas ficam. Os acessos que ele abriu terminam.',
    open: 'Excluir provedor',
    ask: (name: string) => `Excluir ${name}?`,
    effect: (people: string, one: boolean, name: string) =>
      `${people} ${one ? 'entra' : 'entram'} por ${name}. Sem ele, só ${one ? 'entra se tiver' : 'entram as que têm'} senha ou chave do dispositivo. Contas e conversas ficam.`,
    type: (name: string) => `Digite «${name}» para confirmar`,
    mistyped: 'O nome não confere.',
    confirm: 'Excluir',
    confirming: 'Excluindo…',
    failed: 'Falha ao excluir o provedor',
  },
} as const;

export const kindNames: Same<typeof kindNamesPt, typeof kindNamesEn> =
  __LANGUAGE__ === 'en' ? kindNamesEn : kindNamesPt;
export const stepNames: Same<typeof stepNamesPt, typeof stepNamesEn> =
  __LANGUAGE__ === 'en' ? stepNamesEn : stepNamesPt;
export const entryNames: Same<typeof entryNamesPt, typeof entryNamesEn> =
  __LANGUAGE__ === 'en' ? entryNamesEn : entryNamesPt;
export const accountLevels: Same<typeof ACCOUNT_LEVEL_NAMES, typeof accountLevelsEn> =
  __LANGUAGE__ === 'en' ? accountLevelsEn : ACCOUNT_LEVEL_NAMES;
/** When somebody who has left there loses the access here. */
export const leavingWords = __LANGUAGE__ === 'en' ? leavingWordsEn : leavingWordsPt;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
