/** Sentences that the server says besides those of the contract, in English (contract/src/validation.en.ts). */
export const refusalsEn: { readonly [sentence: string]: string } = {
  'A coluna de conteúdo principal não pode ser escondida das perguntas.':
    'The main content column cannot be hidden from questions.',
  'A nova senha deve ser diferente da senha temporária.':
    'The new password must differ from the temporary password.',
  'A origem não devolveu a lista do bucket. Confira o endereço e o nome do bucket.':
    'The origin did not return the list of the bucket. Check the address and the name of the bucket.',
  'A pergunta olha linhas demais para esta fonte. Acrescente um filtro.':
    'The question looks at too many rows of this source. Add a filter.',
  'A senha guardada não pode ser lida.': 'The stored password cannot be read.',
  'A senha não pode ser o seu nome ou o seu e-mail.': 'The password cannot be your name or your e-mail.',
  'Deixe ao menos uma pergunta no grupo.': 'Leave at least one question in the group.',
  'Envie um arquivo por vez.': 'Send one file at a time.',
  'Escolha ao menos uma coluna.': 'Choose at least one column.',
  'Escolha cada coluna uma vez.': 'Choose each column once.',
  'Escolha grupos da lista.': 'Choose groups from the list.',
  'Escolha só administradores ativos.': 'Choose active administrators only.',
  'Escolha um canal da lista.': 'Choose a channel from the list.',
  'Escolha um dia entre hoje e daqui a dois anos.': 'Choose a day between today and two years from now.',
  'Escolha uma coluna que seja data.': 'Choose a column that is a date.',
  'Escolha uma coluna que seja dinheiro ou número.': 'Choose a column that is money or a number.',
  'Esta fonte de dados não veio de uma planilha.': 'This data source did not come from a spreadsheet.',
  'Esta senha é muito comum. Escolha outra.': 'This password is very common. Choose another.',
  'Este agente já usa outro modelo.': 'This agent already uses another model.',
  'Este ajuste não está completo.': 'This adjustment is not complete.',
  'Este campo não é esperado.': 'This field is not expected.',
  'Este campo não é um arquivo.': 'This field is not a file.',
  'Este campo veio mais de uma vez.': 'This field came more than once.',
  'Este campo é longo demais.': 'This field is too long.',
  'Este grupo já é de outro plano.': 'This group already belongs to another plan.',
  'Este item não está mais nesta sincronização.': 'This item is no longer in this sync.',
  'Este modelo faz parte do catálogo e não pode ser excluído. Esconda-o.':
    'This model is part of the catalogue and cannot be deleted. Hide it.',
  'Este preço do Stripe já é de outro plano ou pacote.':
    'This Stripe price already belongs to another plan or pack.',
  'Há assinaturas deste plano: o grupo não muda.':
    'There are subscriptions to this plan: the group does not change.',
  'Já há uma prévia em andamento nesta base.': 'A preview is already running in this base.',
  'O arquivo deste documento não foi guardado.': 'The file of this document was not kept.',
  'O cabeçalho Idempotency-Key pode ter no máximo {n} caracteres.':
    'The header Idempotency-Key may have at most {n} characters.',
  'O fim precisa vir depois do começo.': 'The end must come after the start.',
  'O grupo deste plano não muda.': 'The group of this plan does not change.',
  'O plano Free não tem preços.': 'The Free plan has no prices.',
  'O plano Free precisa de um número de tokens por mês.': 'The Free plan needs a number of tokens a month.',
  'Quem revisa precisa ser um administrador ativo.': 'The reviewer must be an active administrator.',
  'Um ajuste não leva filtros retirados nem decisão sobre dados pessoais.':
    'An adjustment takes neither removed filters nor a decision on personal data.',
  'Uma palavra não é sinônimo dela mesma.': 'A word is not a synonym of itself.',
  '«Nesta casa» vale só para um endereço desta máquina, de uma rede privada ou de MODEL_PRIVATE_HOSTS.':
    '“On premises” is only for an address of this machine, of a private network or of MODEL_PRIVATE_HOSTS.',
  'o provedor da sua organização': 'the provider of your organisation',
};
