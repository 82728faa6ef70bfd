/** The action of an entry as a sentence. Its code is `object.verb`; one that is not known here is still readable. */
import type { AuditEntry, AuditObject } from '#contract/audit.ts';
import type { Same } from '../../lib/text/same.ts';
import { verbsEn, wholeEn } from './sentences-en.ts';
import { nouns } from './texts.ts';

const wholePt = {
  'user.activated': 'Ativou o usuário',
  'user.deactivated': 'Desativou o usuário',
  'user.role_changed': 'Alterou o perfil do usuário',
  'user.deletion_requested': 'Pediu a exclusão da conta',
  'user.deletion_cancelled': 'Desistiu de excluir a conta',
  'user.erased': 'Apagou os dados do usuário',
  'user.approved': 'Aprovou o cadastro do usuário',
  'user.refused': 'Recusou o cadastro do usuário',
  'user.unlinked': 'Desligou o usuário de um provedor de acesso',
  'user.linked': 'Ligou o usuário a um provedor de acesso',
  'user.provisioned': 'Passou a receber o usuário de um diretório',
  'user.corrected_by_provider': 'Corrigiu o usuário pelo diretório',
  'identity_provider.scim_token_made': 'Criou um token SCIM do provedor de acesso',
  'identity_provider.scim_token_revoked': 'Revogou um token SCIM do provedor de acesso',
  'user.emergency_changed': 'Mudou a conta de emergência do usuário',
  'user.factor_reset': 'Redefiniu o segundo fator do usuário',
  'user.password_issued': 'Gerou no servidor uma senha temporária do usuário',
  'counter.paused': 'Pausou o balcão',
  'counter.resumed': 'Reabriu o balcão',
  'citizen_request.answered': 'Respondeu o pedido de protocolo',
  'citizen_request.closed': 'Encerrou o pedido de protocolo',
  'citizen_request.erased': 'Apagou as palavras do pedido de protocolo',
  'group.limits_changed': 'Mudou os limites do grupo',
  'group.people_assigned': 'Moveu usuários para o grupo',
  'group.agents_added': 'Adicionou agentes ao grupo',
  'group.agents_removed': 'Removeu agentes do grupo',
  'agent.deployed': 'Publicou o agente',
  'agent.undeployed': 'Retirou o agente de publicação',
  'agent.published': 'Publicou mudanças do agente',
  'agent.candidate_saved': 'Guardou mudanças do agente para publicar',
  'agent.candidate_discarded': 'Descartou mudanças do agente que esperavam',
  'agent.version_restored': 'Restaurou uma versão do agente',
  'agent.tag_added': 'Adicionou uma tag ao agente',
  'agent.tag_removed': 'Removeu uma tag do agente',
  'agent.knowledge_base_linked': 'Ligou uma base de conhecimento ao agente',
  'agent.knowledge_base_unlinked': 'Desligou uma base de conhecimento do agente',
  'agent.data_source_linked': 'Ligou uma fonte de dados ao agente',
  'agent.data_source_unlinked': 'Desligou uma fonte de dados do agente',
  'data_source.viewed_as': 'Viu as linhas de outra pessoa na fonte de dados',
  'data_source.profile_changed': 'Mudou a descrição das colunas da fonte de dados',
  'data_source.sheet_loaded': 'Carregou a planilha da fonte de dados',
  'data_source.sheet_replaced': 'Substituiu a planilha da fonte de dados',
  'data_source.sheet_restored': 'Restaurou uma versão da planilha da fonte de dados',
  'price.typed': 'Informou um preço',
  'price.reverted': 'Desfez um preço informado',
  'rate.typed': 'Informou um câmbio',
  'knowledge_base.settings_changed': 'Mudou os ajustes da base de conhecimento',
  'model.defaults_changed': 'Mudou os modelos padrão',
  'knowledge_base.synonyms_changed': 'Mudou os sinônimos da base de conhecimento',
  'knowledge_base.reread': 'Mandou ler de novo documentos da base de conhecimento',
  'document.created': 'Enviou o documento',
  'document.replaced': 'Substituiu o documento',
  'document.refused': 'Não pôde ler o documento',
  'document.retried': 'Mandou ler o documento de novo',
  'document.withdrawn': 'Retirou o documento',
  'document.restored': 'Restaurou o documento',
  'sync.run_asked': 'Mandou rodar a sincronização',
  'sync.item_asked': 'Mandou trazer de novo um item da sincronização',
  'sync.paused': 'Pausou a sincronização',
  'sync.resumed': 'Retomou a sincronização',
  'sync.withdrawal_confirmed': 'Confirmou a retirada de documentos da sincronização',
  'session.started': 'Entrou',
  'session.refused': 'Recusou uma entrada',
  'session.confirmed': 'Confirmou a senha',
  'session.ended': 'Encerrou um acesso por segurança',
  'session.emergency': 'Entrou por uma conta de emergência',
  'identity_provider.tested': 'Testou o provedor de acesso',
  'session.ended_by_provider': 'Saiu pelo provedor de acesso',
  'factor.enrolled': 'Ativou um segundo fator',
  'factor.counter_went_back': 'Usou uma chave do dispositivo que parece copiada',
  'invitation.sent': 'Convidou uma pessoa',
  'invitation.resent': 'Reenviou o convite',
  'invitation.link_made': 'Copiou o link do convite',
  'invitation.withdrawn': 'Retirou o convite',
  'invitation.accepted': 'Aceitou o convite',
  'import.applied': 'Importou pessoas de uma planilha',
  'terms.published': 'Publicou uma versão dos termos',
  'receipt.sealed': 'Gerou um comprovante',
  'open_question.closed': 'Encerrou um grupo de perguntas em aberto',
  'open_question.reopened': 'Reabriu um grupo de perguntas em aberto',
  'open_question.split': 'Separou um grupo de perguntas em aberto',
  'feedback.reopened': 'Reabriu o feedback',
  'subscription.activated': 'Ativou a assinatura',
  'subscription.reopened': 'Reativou a assinatura',
  'subscription.ended': 'Encerrou a assinatura',
  'installation.restored_unsealed': 'Restaurou uma cópia de segurança sem selo',
  'setup.changed': 'Alterou os primeiros passos',
  'subscription.changed': 'Atualizou a assinatura',
  'pack.bought': 'Comprou o pacote',
  'pack.refunded': 'Recebeu de volta o valor do pacote',
};

const verbsPt = {
  created: 'Criou',
  updated: 'Alterou',
  changed: 'Alterou',
  deleted: 'Excluiu',
  removed: 'Removeu',
  renamed: 'Renomeou',
  imported: 'Importou',
  duplicated: 'Duplicou',
  revoked: 'Revogou',
  handled: 'Marcou como tratado',
};

/** Actions that are not known here have no sentence. */
const whole: Readonly<Record<string, string>> = (__LANGUAGE__ === 'en' ? wholeEn : wholePt) satisfies Same<
  typeof wholePt,
  typeof wholeEn
>;
const verbs: Readonly<Record<string, string>> = (__LANGUAGE__ === 'en' ? verbsEn : verbsPt) satisfies Same<
  typeof verbsPt,
  typeof verbsEn
>;

export function sentenceOf({ action, object_type }: Pick<AuditEntry, 'action' | 'object_type'>): string {
  const known = whole[action];
  if (known) return known;
  const verb = action.slice(action.indexOf('.') + 1);
  const { one, the } = nouns[object_type as AuditObject] ?? { one: object_type, the: object_type };
  return verbs[verb] ? `${verbs[verb]} ${the}` : `${one}: ${verb.replaceAll('_', ' ')}`;
}
