/** The action of an entry as a sentence. Its code is `object.verb`; one that is not known here is still readable. */
import type { AuditEntry, AuditObject } from '#contract/audit.ts';
import { nouns } from './texts.ts';

const whole: Record<string, string> = {
  'user.activated': 'Ativou o usuário',
  'user.deactivated': 'Desativou o usuário',
  'user.role_changed': 'Alterou o perfil do usuário',
  'user.deletion_requested': 'Pediu a exclusão da própria conta',
  'user.deletion_cancelled': 'Desistiu de excluir a própria conta',
  'user.erased': 'Apagou os dados do usuário',
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
  'model.defaults_changed': 'Mudou os modelos padrão',
  'knowledge_base.synonyms_changed': 'Mudou os sinônimos da base de conhecimento',
  'knowledge_base.reread': 'Mandou ler de novo documentos da base de conhecimento',
  'document.created': 'Enviou o documento',
  'document.replaced': 'Substituiu o documento',
  'document.refused': 'Não pôde ler o documento',
  'document.retried': 'Mandou ler o documento de novo',
  'session.started': 'Entrou',
  'session.refused': 'Recusou uma entrada',
  'session.confirmed': 'Confirmou a senha',
  'session.ended': 'Encerrou um acesso por segurança',
  'subscription.activated': 'Ativou a assinatura',
  'subscription.reopened': 'Reativou a assinatura',
  'subscription.ended': 'Encerrou a assinatura',
  'installation.restored_unsealed': 'Restaurou uma cópia de segurança sem selo',
  'setup.changed': 'Alterou os primeiros passos',
  'subscription.changed': 'Atualizou a assinatura',
  'pack.bought': 'Comprou o pacote',
  'pack.refunded': 'Recebeu de volta o valor do pacote',
};

const verbs: Record<string, string> = {
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

export function sentenceOf({ action, object_type }: Pick<AuditEntry, 'action' | 'object_type'>): string {
  const known = whole[action];
  if (known) return known;
  const verb = action.slice(action.indexOf('.') + 1);
  const { one, the } = nouns[object_type as AuditObject] ?? { one: object_type, the: object_type };
  return verbs[verb] ? `${verbs[verb]} ${the}` : `${one}: ${verb.replaceAll('_', ' ')}`;
}
