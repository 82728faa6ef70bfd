/**
 * The error catalogue: every expected failure has a stable code, a status and a sentence in Portuguese.
 * The server throws codes, the wire carries both, the web branches on the code and shows the sentence.
 */
import {
  ACCESS_KEYS_MAX,
  AGENT_CHECKS_MAX,
  BANNERS_MAX,
  COUNTERS_MAX,
  EXPORT_RECORDS_MAX,
  PASSKEYS_MAX,
  RECEIPTS_PER_DAY,
  SESSION_FILES_MAX,
  SESSION_LINKS_MAX,
  UPLOAD_MEGABYTES_MAX,
  VERIFIED_ANSWERS_MAX,
} from './limits.ts';

export type Problem = { status: number; detail: string };

export const problems = {
  // for everyone
  validation: { status: 422, detail: 'Dados inválidos.' },
  not_authenticated: { status: 401, detail: 'Não autenticado.' },
  forbidden: { status: 403, detail: 'Acesso negado.' },
  not_found: { status: 404, detail: 'Não encontrado.' },
  payload_too_large: { status: 413, detail: 'O conteúdo enviado excede o limite permitido.' },
  unsupported_media_type: { status: 415, detail: 'Tipo de conteúdo não suportado.' },
  method_not_allowed: { status: 405, detail: 'Este endereço só aceita POST.' },
  origin_refused: { status: 403, detail: 'Este endereço não pode ser chamado a partir daqui.' },
  bad_request: { status: 400, detail: 'Não foi possível entender a requisição.' },
  request_timeout: { status: 408, detail: 'A requisição demorou demais para chegar.' },
  headers_too_large: { status: 431, detail: 'Os cabeçalhos da requisição são grandes demais.' },
  too_many_requests: { status: 429, detail: 'Muitas tentativas. Aguarde um pouco e tente de novo.' },
  internal: { status: 500, detail: 'Erro interno. Nossa equipe foi notificada.' },
  database_unavailable: {
    status: 503,
    detail: 'O serviço está temporariamente indisponível. Tente novamente em instantes.',
  },
  question_group_not_found: { status: 404, detail: 'Grupo de perguntas não encontrado.' },
  question_group_closed: { status: 409, detail: 'Este grupo já foi encerrado.' },
  verified_answer_not_found: { status: 404, detail: 'Resposta verificada não encontrada.' },
  verified_answer_overlaps: {
    status: 409,
    detail: 'Outra resposta verificada já casa com esta pergunta: “{question}”.',
  },
  too_many_verified_answers: {
    status: 409,
    detail: `Este agente já tem ${VERIFIED_ANSWERS_MAX} respostas verificadas.`,
  },
  source_not_literal: { status: 422, detail: 'O trecho citado não está no documento.' },
  stale_change: {
    status: 409,
    detail: 'Outra pessoa mudou isto enquanto você editava. Recarregue e tente de novo.',
  },
  not_ready: { status: 503, detail: 'O servidor ainda não está pronto.' },
  overloaded: { status: 503, detail: 'O servidor está sobrecarregado. Tente novamente em instantes.' },
  draining: { status: 503, detail: 'O servidor está sendo reiniciado. Tente novamente em instantes.' },
  idempotency_mismatch: {
    status: 422,
    detail: 'Esta chave de idempotência já foi usada com outro conteúdo.',
  },

  // accounts
  invalid_credentials: { status: 401, detail: 'E-mail ou senha incorretos.' },
  email_not_verified: { status: 403, detail: 'Email não verificado' },
  account_inactive: { status: 403, detail: 'Conta desativada. Entre em contato com o administrador.' },
  account_ended: { status: 401, detail: 'Conta desativada. Entre em contato com o administrador.' },
  identity_provider_not_found: { status: 404, detail: 'Este provedor de acesso não existe.' },
  identity_provider_away: {
    status: 503,
    detail: 'O provedor de acesso não respondeu. Tente novamente em instantes.',
  },
  provider_password_expired: {
    status: 403,
    detail:
      'Sua senha da rede expirou ou precisa ser trocada. Troque-a no computador da rede e tente de novo.',
  },
  identity_provider_in_use: {
    status: 409,
    detail: 'Este provedor é a única entrada de {domain}. Abra o domínio antes.',
  },
  provider_refused: { status: 401, detail: 'O provedor não confirmou a entrada. Tente de novo.' },
  provider_cancelled: { status: 401, detail: 'A entrada foi cancelada no provedor.' },
  provider_misconfigured: {
    status: 502,
    detail: 'O provedor recusou a configuração deste servidor. Avise o administrador.',
  },
  provider_domain_not_entrusted: {
    status: 403,
    detail: 'O domínio do seu e-mail não foi confiado a este provedor. Avise o administrador.',
  },
  provider_no_email: {
    status: 403,
    detail: 'O provedor não informou um e-mail verificado. Verifique seu e-mail no provedor e tente de novo.',
  },
  sso_expired: { status: 400, detail: 'Esta entrada começou em outra aba ou expirou. Comece de novo.' },
  level_too_low: { status: 403, detail: 'Sua conta gov.br precisa ser nível {level} ou maior.' },
  not_invited: {
    status: 403,
    detail: 'Sua conta não tem acesso ao Prosa. Peça um convite ao administrador.',
  },
  use_provider: {
    status: 403,
    detail: 'Entre com {provider}. A entrada por senha está fechada para o seu domínio.',
  },
  domain_refused: { status: 403, detail: 'O cadastro não está aberto para este e-mail.' },
  approval_pending: {
    status: 403,
    detail: 'Seu cadastro espera a aprovação de um administrador. Você receberá um e-mail.',
  },
  already_approved: {
    status: 409,
    detail: 'Esta pessoa já foi aprovada. Para tirar o acesso, desative a conta.',
  },
  approval_unverified: { status: 409, detail: 'Esta pessoa ainda não confirmou o e-mail.' },
  approval_refused: { status: 403, detail: 'Seu cadastro não foi aprovado. Fale com o administrador.' },
  emergency_unfit: {
    status: 409,
    detail: 'Até três superadmins ativos, com senha e segundo fator, podem ser contas de emergência.',
  },
  key_owner_away: {
    status: 401,
    detail: 'Quem criou esta chave não entra pelo provedor há mais de {days} dias.',
  },
  identity_taken: { status: 409, detail: 'Esta conta do provedor já está vinculada a outra pessoa.' },
  last_way_in: { status: 409, detail: 'Esta é a única forma de entrar na sua conta.' },
  terms_required: { status: 403, detail: 'Leia e aceite os termos para continuar.' },
  terms_outdated: { status: 409, detail: 'Os termos mudaram. Leia a versão atual.' },
  terms_not_found: { status: 404, detail: 'Esta versão dos termos não existe.' },
  terms_published: { status: 409, detail: 'Esta versão já foi publicada e não muda mais.' },
  terms_draft_exists: { status: 409, detail: 'Já há um rascunho deste texto. Continue nele.' },
  scim_token_invalid: { status: 401, detail: 'Token SCIM inválido.' },
  scim_not_found: { status: 404, detail: 'O diretório não enviou este recurso.' },
  scim_filter_invalid: {
    status: 400,
    detail: 'Este filtro não é suportado. Use comparações “eq” unidas por “and”.',
  },
  scim_path_invalid: { status: 400, detail: 'Este caminho de atributo não é suportado.' },
  scim_target_missing: { status: 400, detail: 'A operação precisa de um caminho.' },
  scim_value_invalid: { status: 400, detail: 'Este valor não é aceito: {reason}' },
  scim_taken: { status: 409, detail: 'Já existe um recurso com este valor de {name}.' },
  too_many_scim_tokens: {
    status: 409,
    detail: 'Este provedor já tem dois tokens SCIM. Revogue um antes.',
  },
  scim_token_not_found: { status: 404, detail: 'Token SCIM não encontrado.' },
  logout_token_invalid: { status: 400, detail: 'Token de logout inválido.' },
  emergency_needed: {
    status: 409,
    detail: 'É preciso manter uma conta de emergência ativa, com senha e segundo fator.',
  },
  email_taken: { status: 409, detail: 'Este e-mail já está cadastrado.' },
  email_taken_unverified: {
    status: 409,
    detail:
      'Este e-mail já está cadastrado, mas ainda não foi verificado. Entre com sua senha para receber um novo código.',
  },
  email_invited: {
    status: 409,
    detail: 'Este e-mail já foi convidado. Use o link do convite ou «Esqueci minha senha».',
  },
  invitation_invalid: {
    status: 404,
    detail: 'Este convite venceu, foi retirado ou já foi usado. Peça outro a quem convidou você.',
  },
  invitation_not_found: { status: 404, detail: 'Convite não encontrado.' },
  invitation_closed: { status: 409, detail: 'Este convite já foi aceito ou retirado.' },
  invitation_is_mailed: {
    status: 409,
    detail: 'O convite vai por e-mail: o link está só na mensagem. Use «Reenviar».',
  },
  invitation_sent_just_now: { status: 429, detail: 'Aguarde um minuto antes de reenviar este convite.' },
  import_unreadable: { status: 422, detail: 'Não foi possível ler a planilha: {reason}' },
  import_too_large: { status: 413, detail: 'A planilha excede 10.000 linhas ou 5 MB.' },
  import_outdated: {
    status: 409,
    detail: 'A planilha ou as pessoas mudaram. Envie a planilha de novo.',
  },
  import_not_found: { status: 404, detail: 'Importação não encontrada. Envie a planilha de novo.' },
  invalid_code: { status: 400, detail: 'Código inválido ou expirado.' },
  invalid_choose_password_token: {
    status: 400,
    detail: 'O prazo para escolher a senha terminou. Use «Esqueci minha senha» na tela de entrada.',
  },
  too_many_attempts: { status: 429, detail: 'Muitas tentativas. Solicite um novo código.' },
  resend_too_soon: { status: 429, detail: 'Aguarde alguns segundos antes de pedir outro código.' },
  invalid_refresh_token: { status: 401, detail: 'Token de atualização inválido' },
  password_change_required: { status: 403, detail: 'Defina uma nova senha para continuar.' },
  reauthentication_required: { status: 403, detail: 'Confirme sua senha atual.' },
  second_step_expired: { status: 401, detail: 'O tempo para confirmar acabou. Entre de novo.' },
  wrong_second_factor: { status: 401, detail: 'Código incorreto.' },
  /** Typed by somebody who is signed in: a 401 would make browsers renew their tokens and send the code again. */
  wrong_factor_code: { status: 403, detail: 'Código incorreto.' },
  /** The same for a name and password of the directory. */
  wrong_network_password: { status: 403, detail: 'Usuário ou senha da rede incorretos.' },
  second_factor_required: { status: 403, detail: 'Configure a verificação em duas etapas para continuar.' },
  second_factor_mandatory: { status: 409, detail: 'Seu perfil exige verificação em duas etapas.' },
  second_factor_missing: { status: 409, detail: 'Configure antes a verificação em duas etapas.' },
  confirm_with_second_factor: {
    status: 403,
    detail: 'Confirme com o código do seu aplicativo autenticador.',
  },
  passkey_refused: { status: 401, detail: 'A chave do dispositivo não foi aceita.' },
  /** The same for somebody who is signed in: see `wrong_factor_code`. */
  passkey_not_accepted: { status: 403, detail: 'A chave do dispositivo não foi aceita.' },
  passkey_not_found: { status: 404, detail: 'Chave do dispositivo não encontrada.' },
  passkeys_not_possible: {
    status: 409,
    detail: 'Chaves do dispositivo só funcionam em um endereço com nome e https.',
  },
  too_many_passkeys: {
    status: 409,
    detail: `Você já tem ${PASSKEYS_MAX} chaves do dispositivo. Remova alguma antes.`,
  },
  totp_expired: { status: 409, detail: 'A configuração do aplicativo expirou. Comece de novo.' },
  cannot_reset_own_factor: {
    status: 400,
    detail: 'Peça a outro superadmin para redefinir o seu segundo fator.',
  },
  wrong_current_password: { status: 403, detail: 'A senha atual está incorreta.' },
  sign_in_not_found: { status: 404, detail: 'Acesso não encontrado.' },
  user_not_found: { status: 404, detail: 'Usuário não encontrado.' },

  // access keys
  key_not_found: { status: 404, detail: 'Chave de acesso não encontrada.' },
  too_many_keys: {
    status: 409,
    detail: `Você já tem ${ACCESS_KEYS_MAX} chaves de acesso. Revogue alguma antes.`,
  },
  key_invalid: { status: 401, detail: 'Chave de acesso inválida.' },
  key_revoked: { status: 401, detail: 'Esta chave de acesso foi revogada.' },
  key_expired: { status: 401, detail: 'Esta chave de acesso expirou.' },
  key_limit: {
    status: 402,
    detail:
      'Esta chave de acesso atingiu o limite de tokens dela. Aumente o limite ou aguarde a renovação em {date}.',
  },
  unknown_agent_model: {
    status: 404,
    detail: 'Este modelo não existe ou não está disponível para esta chave.',
  },

  // people and groups
  cannot_deactivate_self: { status: 400, detail: 'Você não pode desativar a própria conta.' },
  superadmin_protected: { status: 403, detail: 'Apenas superadmins podem alterar outro superadmin.' },
  last_superadmin: { status: 409, detail: 'É preciso manter ao menos um superadmin ativo.' },
  only_superadmins_change_roles: { status: 403, detail: 'Apenas superadmins podem alterar perfis.' },
  unknown_role: { status: 422, detail: 'Este perfil não existe.' },
  group_not_found: { status: 404, detail: 'Grupo não encontrado.' },
  group_name_taken: { status: 409, detail: 'Já existe um grupo com esse nome.' },
  group_protected: { status: 409, detail: 'Este grupo não pode ser excluído.' },
  feedback_not_found: { status: 404, detail: 'Feedback não encontrado.' },
  screenshot_too_large: { status: 413, detail: 'A imagem excede o limite de 5 MB.' },
  screenshot_type: { status: 415, detail: 'A imagem deve ser PNG, JPEG ou WebP.' },
  screenshot_corrupt: { status: 422, detail: 'A imagem está corrompida ou incompleta.' },
  screenshot_dimensions: { status: 422, detail: 'A imagem deve ter no máximo 10.000 pixels de lado.' },

  // chat
  session_not_found: { status: 404, detail: 'Conversa não encontrada.' },
  message_not_found: { status: 404, detail: 'Mensagem não encontrada.' },
  no_agent: { status: 400, detail: 'Selecione um agente para enviar a pergunta.' },
  agent_unavailable: { status: 403, detail: 'Este agente não está mais disponível para você.' },
  agent_not_found: { status: 404, detail: 'Agente não encontrado' },
  answer_running: { status: 409, detail: 'Aguarde o fim da resposta atual.' },
  temporary_refused: { status: 409, detail: 'Este agente não permite conversas temporárias.' },
  not_last_question: { status: 409, detail: 'Só a última pergunta pode ser editada.' },
  answer_not_continuable: { status: 409, detail: 'Esta resposta não pode mais ser continuada.' },
  answer_not_retryable: {
    status: 409,
    detail: 'Só a última resposta pode ser tentada de novo, e só se não chegou ao fim.',
  },
  too_many_answers: {
    status: 429,
    detail: 'Você já tem duas respostas em andamento. Aguarde uma delas terminar.',
  },
  answer_not_finished: { status: 409, detail: 'Aguarde o fim da resposta.' },
  too_many_receipts: { status: 429, detail: `Você já gerou ${RECEIPTS_PER_DAY} comprovantes hoje.` },
  export_too_large: { status: 422, detail: `Baixe no máximo ${EXPORT_RECORDS_MAX} mensagens de uma vez.` },
  receipt_not_found: { status: 404, detail: 'Comprovante não encontrado.' },
  token_limit: {
    status: 402,
    detail: 'Você atingiu o limite de tokens do seu plano. Faça upgrade ou aguarde a renovação em {date}.',
  },
  month_limit: {
    status: 402,
    detail:
      'Você usou todos os tokens do mês. A renovação é em {date}. Se precisar de mais, fale com o administrador.',
  },
  model_not_configured: { status: 503, detail: 'O modelo deste agente não está configurado no servidor.' },
  model_gone: {
    status: 502,
    detail:
      'O modelo {name} foi retirado pelo provedor ou a chave não tem acesso a ele. Avise o administrador.',
  },
  model_refused_key: {
    status: 502,
    detail: 'O provedor do modelo recusou a credencial do servidor. Avise o administrador.',
  },
  model_without_credit: {
    status: 502,
    detail: 'A conta do servidor no provedor do modelo está sem crédito. Avise o administrador.',
  },
  model_busy: {
    status: 502,
    detail: 'O provedor do modelo está com muitas solicitações. Tente novamente em instantes.',
  },
  model_failed: {
    status: 502,
    detail: 'O provedor do modelo não conseguiu responder. Tente novamente em instantes.',
  },
  model_timeout: {
    status: 504,
    detail: 'O modelo demorou demais para responder. Tente novamente em instantes.',
  },
  personal_data_found: { status: 409, detail: 'A pergunta tem dados pessoais.' },
  personal_data_blocked: { status: 422, detail: 'Este agente não recebe {kinds}. Retire-os da pergunta.' },
  group_budget: {
    status: 402,
    detail: 'O orçamento do seu grupo para este mês acabou. Renova em {date}. Fale com {who}.',
  },
  own_cap: {
    status: 402,
    detail: 'Você chegou ao teto que definiu para si. Mude-o no perfil ou aguarde {date}.',
  },
  answer_interrupted: { status: 502, detail: 'A resposta foi interrompida antes do fim.' },

  // models and their providers
  model_in_use: {
    status: 409,
    detail: 'Este modelo está em uso. Troque-o antes nos agentes e fontes de dados.',
  },
  model_exists: { status: 409, detail: 'Já existe um modelo com esse identificador.' },
  model_locked: { status: 409, detail: 'Este campo é definido por MODEL_OVERRIDES no servidor.' },
  successor_loop: { status: 422, detail: 'Este sucessor leva de volta ao próprio modelo.' },
  probe_running: { status: 409, detail: 'Este modelo já está sendo testado.' },
  unknown_provider: { status: 422, detail: 'Este provedor não existe.' },
  provider_without_key: {
    status: 422,
    detail: 'Falta a chave deste provedor. Informe-a em «Provedores».',
  },
  provider_in_use: { status: 409, detail: 'Modelos deste provedor estão em uso.' },
  provider_locked: {
    status: 409,
    detail: 'Este provedor é definido nas variáveis de ambiente do servidor.',
  },
  address_refused: { status: 422, detail: 'Este endereço não é permitido: {reason}' },
  residency_refused: { status: 422, detail: 'Esta regra não permite o modelo {name}.' },

  // agents
  unknown_model: { status: 422, detail: 'Este modelo não existe no catálogo.' },
  version_not_found: { status: 404, detail: 'Versão não encontrada.' },
  check_not_found: { status: 404, detail: 'Verificação não encontrada.' },
  check_exists: { status: 409, detail: 'Esta verificação já existe.' },
  too_many_checks: {
    status: 409,
    detail: `Este agente já tem ${AGENT_CHECKS_MAX} verificações. Exclua alguma antes.`,
  },
  checks_running: { status: 409, detail: 'As verificações deste agente já estão em andamento.' },
  comparison_not_found: { status: 404, detail: 'Comparação não encontrada.' },
  set_by_environment: { status: 409, detail: 'Este valor é definido no servidor.' },
  language_not_allowed: { status: 422, detail: 'Só quem administra pode escolher as telas mistas.' },
  unknown_owner: { status: 422, detail: 'O responsável precisa ser um administrador ativo.' },
  alert_not_found: { status: 404, detail: 'Aviso não encontrado.' },
  too_many_links: {
    status: 409,
    detail: `Você já tem ${SESSION_LINKS_MAX} links ativos. Encerre algum antes.`,
  },
  link_not_allowed: { status: 409, detail: 'Esta conversa não pode ser compartilhada.' },
  link_not_found: { status: 404, detail: 'Este link não existe, venceu ou não é para você.' },
  banner_not_found: { status: 404, detail: 'Faixa não encontrada.' },
  too_many_banners: { status: 409, detail: `Já há ${BANNERS_MAX} faixas. Exclua alguma antes.` },
  webhook_not_found: { status: 404, detail: 'Canal não encontrado.' },
  no_candidate: { status: 409, detail: 'Não há mudanças esperando publicação.' },
  candidate_fails: {
    status: 409,
    detail: 'As verificações não se mantêm nesta versão. A versão atual continua valendo.',
  },
  only_superadmins_override: {
    status: 403,
    detail: 'Apenas superadmins podem publicar sem as verificações.',
  },
  documents_being_read: {
    status: 409,
    detail: 'Não foi possível verificar: há documentos sendo lidos. Tente novamente em instantes.',
  },
  csv_unreadable: { status: 422, detail: 'O arquivo não é um CSV que o Prosa saiba ler: {reason}' },
  checks_file_too_large: { status: 413, detail: 'O arquivo de verificações pode ter até 1 MB.' },
  no_checks: { status: 409, detail: 'Este agente ainda não tem verificações.' },
  tag_taken: { status: 409, detail: 'Já existe uma tag com esse nome.' },
  tag_not_found: { status: 404, detail: 'Tag não encontrada.' },
  trace_not_found: { status: 404, detail: 'Não há registro de como esta resposta foi feita.' },

  // data sources
  adjust_not_possible: { status: 409, detail: 'Este resultado não pode mais ser ajustado.' },
  result_gone: {
    status: 410,
    detail: 'Este resultado não pode mais ser refeito: a fonte ou a permissão mudou.',
  },
  unknown_column: { status: 422, detail: 'A consulta não tem a coluna {name}.' },
  sheet_unreadable: { status: 422, detail: 'Não foi possível ler esta planilha: {reason}' },
  sheets_away: {
    status: 503,
    detail: 'Para guardar planilhas, o Prosa precisa de um banco de conteúdo em que possa escrever.',
  },
  sheet_upload_not_found: { status: 404, detail: 'Este envio expirou. Envie a planilha outra vez.' },
  sheet_version_not_found: { status: 404, detail: 'Esta versão da planilha não existe mais.' },
  sheet_differs: { status: 409, detail: 'As colunas desta planilha são outras.' },
  connection_not_found: { status: 422, detail: 'Esta conexão não existe.' },
  connection_may_write: { status: 422, detail: 'Esta conta pode escrever. Use uma que só lê.' },
  connection_in_use: { status: 409, detail: 'Há fontes de dados que usam esta conexão.' },
  person_needed: { status: 422, detail: 'Esta fonte precisa de uma pessoa.' },
  data_source_not_found: { status: 404, detail: 'Fonte de dados não encontrada' },
  no_base_query: { status: 400, detail: 'Configure a consulta SQL base antes de executar.' },
  query_failed: { status: 422, detail: 'Erro na consulta: {reason}' },
  query_timeout: { status: 504, detail: 'A consulta excedeu o tempo limite.' },
  query_too_large: {
    status: 422,
    detail: 'O resultado é grande demais. Reduza as colunas ou o tamanho dos textos.',
  },
  query_needs_memory: {
    status: 422,
    detail:
      'A consulta precisa de memória demais. Junte menos linhas em um só valor e evite textos muito longos.',
  },
  query_needs_space: {
    status: 422,
    detail: 'A consulta precisa de espaço demais em disco. Ordene, agrupe ou cruze menos linhas de uma vez.',
  },
  query_too_complex: {
    status: 422,
    detail: 'A consulta é complexa demais. Divida-a em visões (views) ou simplifique as expressões.',
  },
  too_many_queries: {
    status: 429,
    detail: 'Você já tem duas consultas em andamento. Aguarde uma delas terminar.',
  },
  content_database_missing: { status: 503, detail: 'Banco de dados de consulta não configurado.' },
  content_database_refused: { status: 503, detail: 'O usuário do banco de consulta pode mais do que ler.' },
  content_database_busy: {
    status: 503,
    detail: 'O banco de dados de consulta está ocupado com outras consultas. Tente novamente em instantes.',
  },
  content_database_away: { status: 503, detail: 'O banco de dados de consulta não respondeu.' },
  unknown_parameter: {
    status: 422,
    detail: 'A consulta não tem a coluna "{parameter}".',
  },
  regex_invalid: { status: 422, detail: 'Expressão regular inválida em "{parameter}": {reason}' },

  // payments
  payments_missing: { status: 503, detail: 'Pagamentos não configurados.' },
  payments_away: {
    status: 502,
    detail: 'O provedor de pagamentos não respondeu. Tente novamente em instantes.',
  },
  unknown_price: { status: 400, detail: 'Este preço não existe.' },
  price_group_mismatch: { status: 400, detail: 'O grupo informado não corresponde ao plano escolhido.' },
  plan_unavailable: { status: 400, detail: 'Este plano ainda não está disponível.' },
  foreign_address: { status: 400, detail: 'O endereço de retorno não pertence a esta instalação.' },
  already_subscribed: { status: 409, detail: 'Você já possui uma assinatura ativa.' },
  plan_protected: { status: 409, detail: 'Este plano não pode ser excluído.' },
  plan_in_use: { status: 409, detail: 'Há assinaturas deste plano.' },
  plan_key_taken: { status: 409, detail: 'Já existe um plano com essa chave.' },
  price_mismatch: { status: 422, detail: 'No Stripe este preço é {found}; aqui é {typed}.' },
  purchase_waiting: { status: 409, detail: 'Você já tem três compras aguardando pagamento.' },
  purchase_not_found: { status: 404, detail: 'Compra não encontrada.' },
  no_paid_subscription: { status: 409, detail: 'Nenhuma assinatura paga encontrada.' },
  signature_invalid: { status: 400, detail: 'Assinatura do evento inválida.' },

  // files of conversations
  file_not_found: { status: 404, detail: 'Arquivo não encontrado.' },
  agent_without_files: { status: 403, detail: 'Este agente não lê arquivos na conversa.' },
  too_many_files: {
    status: 409,
    detail: `Uma conversa tem no máximo ${SESSION_FILES_MAX} arquivos. Remova algum antes.`,
  },
  files_text_too_long: {
    status: 422,
    detail: 'Os arquivos desta conversa somam texto demais (2 milhões de caracteres).',
  },
  files_not_ready: { status: 409, detail: 'Um arquivo desta conversa ainda está sendo lido.' },
  files_quota: {
    status: 507,
    detail: 'Você já guarda {size} em arquivos de conversas. Remova alguns.',
  },

  // knowledge
  knowledge_base_not_found: { status: 404, detail: 'Base de conhecimento não encontrada' },
  document_not_found: { status: 404, detail: 'Documento não encontrado' },
  file_too_large: { status: 413, detail: `O arquivo excede o limite de ${UPLOAD_MEGABYTES_MAX} MB.` },
  file_missing: { status: 422, detail: 'Envie um arquivo.' },
  file_type_unsupported: { status: 415, detail: 'Tipo de arquivo não suportado.' },
  file_not_what_it_says: { status: 415, detail: 'O conteúdo do arquivo não corresponde à extensão .{type}.' },
  file_empty: { status: 422, detail: 'O arquivo está vazio.' },
  file_without_text: { status: 422, detail: 'Não foi possível extrair texto deste arquivo.' },
  file_scanned: {
    status: 422,
    detail: 'Não foi possível extrair texto deste arquivo. As páginas parecem ser imagens digitalizadas.',
  },
  file_image_too_large: { status: 422, detail: 'A imagem deve ter no máximo 40 milhões de pixels.' },
  file_encrypted: {
    status: 422,
    detail: 'Não foi possível extrair texto deste arquivo: ele está protegido por senha.',
  },
  file_corrupt: {
    status: 422,
    detail: 'Não foi possível extrair texto deste arquivo: ele está corrompido ou incompleto.',
  },
  file_form_dynamic: {
    status: 422,
    detail: 'Este PDF é um formulário dinâmico (XFA). Imprima-o como PDF e envie de novo.',
  },
  file_too_many_pages: { status: 422, detail: 'O arquivo tem mais de 5.000 páginas.' },
  file_unpacks_too_large: {
    status: 422,
    detail: 'O conteúdo descompactado deste arquivo excede o limite permitido.',
  },
  file_text_too_long: { status: 422, detail: 'O texto deste arquivo excede 12 milhões de caracteres.' },
  extraction_timeout: { status: 504, detail: 'A leitura do arquivo excedeu o tempo limite de 60 segundos.' },
  ocr_unavailable: {
    status: 409,
    detail: 'O reconhecimento de texto não está disponível neste servidor.',
  },
  nothing_to_recognise: { status: 409, detail: 'Este documento não tem páginas digitalizadas.' },
  page_not_found: { status: 404, detail: 'Página não encontrada.' },
  document_busy: { status: 409, detail: 'Este documento ainda está sendo processado.' },
  sync_not_found: { status: 404, detail: 'Sincronização não encontrada.' },
  run_not_found: { status: 404, detail: 'Execução não encontrada.' },
  sync_folder_forbidden: {
    status: 422,
    detail: 'Esta pasta não está entre as permitidas pelo administrador do servidor.',
  },
  sync_folder_missing: { status: 503, detail: 'A pasta não foi encontrada neste servidor.' },
  sync_address_forbidden: { status: 422, detail: 'Este endereço não pode ser lido pelo servidor.' },
  sync_refused: { status: 502, detail: 'A origem recusou o acesso ({status}).' },
  sync_away: { status: 502, detail: 'A origem não respondeu.' },
  sync_not_a_listing: {
    status: 502,
    detail: 'A origem devolveu uma página de entrada em vez do conteúdo.',
  },
  sync_running: { status: 409, detail: 'Esta sincronização já está em andamento.' },
  preview_needed: { status: 409, detail: 'Faça uma prévia com estas configurações antes de salvar.' },
  too_many_syncs: { status: 409, detail: 'Uma base tem no máximo 20 sincronizações.' },
  count_differs: { status: 409, detail: 'O número de itens mudou. Confira de novo.' },
  document_gone: { status: 410, detail: 'Este documento já foi excluído.' },
  storage_full: {
    status: 507,
    detail: 'Não há espaço para guardar o arquivo. Avise o administrador do servidor.',
  },
  file_storage_away: {
    status: 503,
    detail: 'O arquivo original não está disponível agora. Tente de novo em alguns minutos.',
  },
  synonym_too_common: {
    status: 422,
    detail: '“{word}” aparece em quase todos os trechos e não pode ser sinônimo.',
  },
  relation_not_found: { status: 404, detail: 'Relação entre normas não encontrada.' },
  proposal_not_found: { status: 404, detail: 'Proposta de vigência não encontrada.' },
  proposal_day_missing: { status: 422, detail: 'Informe desde quando, em “Ajustar”, antes de aceitar.' },
  validity_order: { status: 422, detail: 'O fim da vigência não pode ser antes do início.' },
  validity_cycle: { status: 422, detail: 'Estas normas revogariam uma à outra.' },
  suspension_whole_only: { status: 422, detail: 'Registre a suspensão no documento inteiro.' },
  norm_taken: { status: 409, detail: 'Já existe nesta base um documento com esta norma: {name}.' },
  knowledge_base_busy: {
    status: 503,
    detail: 'A base de conhecimento está recebendo outros documentos. Tente novamente em instantes.',
  },

  // public counters
  counter_not_found: { status: 404, detail: 'Balcão não encontrado.' },
  counter_closed: { status: 403, detail: 'Este balcão está fechado agora.' },
  counter_budget: {
    status: 503,
    detail: 'O balcão atingiu o limite de hoje. Você pode fazer um pedido.',
  },
  counter_busy: {
    status: 503,
    detail: 'Muitas pessoas estão perguntando agora. Tente daqui a pouco ou faça um pedido.',
  },
  counter_has_requests: {
    status: 409,
    detail: 'Responda ou encerre os pedidos abertos deste balcão antes de excluí-lo.',
  },
  too_many_counters: { status: 409, detail: `Há no máximo ${COUNTERS_MAX} balcões.` },
  visitor_unknown: { status: 401, detail: 'A sua visita terminou. Recarregue a página.' },
  proof_wrong: { status: 400, detail: 'Não foi possível confirmar o acesso. Recarregue a página.' },
  slug_taken: { status: 409, detail: 'Já existe um balcão com esse endereço.' },
  origin_invalid: { status: 422, detail: 'Informe uma origem como https://www.cidade.gov.br.' },
  literal_without_data: {
    status: 422,
    detail: 'Um balcão literal só lê documentos. Este agente também lê dados: {names}.',
  },
  request_not_found: { status: 404, detail: 'Pedido não encontrado.' },
  request_closed: { status: 409, detail: 'Este pedido já foi encerrado.' },
} as const satisfies Record<string, Problem>;

export type ProblemCode = keyof typeof problems;
