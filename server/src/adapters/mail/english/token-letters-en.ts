/** Letters about tokens, plans and budgets. */
import type { LetterSentences } from './letter-sentences.ts';

export const tokenLettersEn: LetterSentences = [
  ['Você atingiu o limite de tokens', 'You have reached the token limit'],
  ['Você já usou {n}% dos seus tokens', 'You have used {n}% of your tokens'],
  [
    'Neste ciclo você usou {used} dos {limit} tokens do seu plano.',
    'In this cycle you used {used} of the {limit} tokens of your plan.',
  ],
  [
    'Neste ciclo você usou {used} dos {limit} tokens que tem por mês.',
    'In this cycle you used {used} of the {limit} tokens that you have a month.',
  ],
  [
    'Se precisar de mais tokens, fale com o administrador.',
    'If you need more tokens, talk to the administrator.',
  ],
  [
    'Novas perguntas não são aceitas até a renovação, em {day}. Suas conversas continuam abertas para leitura.',
    'New questions are not accepted until the renewal, on {day}. Your conversations stay open for reading.',
  ],
  [
    'O uso volta a zero na renovação, em {day}. Se chegar a 100%, novas perguntas não são aceitas até lá.',
    'Usage returns to zero at the renewal, on {day}. If it reaches 100%, new questions are not accepted until then.',
  ],
  [
    'Se precisar de mais tokens, veja «Planos e Preços» no Prosa ou fale com o administrador.',
    'If you need more tokens, see “Plans and Pricing” in Prosa or talk to the administrator.',
  ],
  ['Seu plano {name} termina em {day}', 'Your {name} plan ends on {day}'],
  [
    'O plano {name}, que você pagou uma vez, vale até {day} e não se renova sozinho.',
    'The {name} plan, which you paid once, is valid until {day} and does not renew by itself.',
  ],
  [
    'Para continuar, compre mais um período em «Planos e Preços»: ele se soma ao fim do atual.',
    'To continue, buy another period in “Plans and Pricing”: it is added to the end of the present one.',
  ],
  [
    'Sem outra compra, sua conta volta ao plano Free nessa data, com tudo o que é seu.',
    'Without another purchase your account returns to the Free plan on that date, with everything that is yours.',
  ],
  ['O orçamento do grupo {group} acabou', 'The budget of the group {group} is used up'],
  [
    'O grupo {group} já usou {n}% do orçamento do mês',
    'The group {group} has used {n}% of this month’s budget',
  ],
  [
    'Neste mês o grupo {group} usou {spent} de {whole}.',
    'This month the group {group} used {spent} of {whole}.',
  ],
  [
    'Novas perguntas das pessoas do grupo não são aceitas até a renovação, em {day}.',
    'New questions of the people in the group are not accepted until the renewal, on {day}.',
  ],
  [
    'As perguntas continuam sendo aceitas. O uso volta a zero em {day}.',
    'Questions are still accepted. Usage returns to zero on {day}.',
  ],
  [
    'Ao chegar ao fim, novas perguntas não são aceitas até a renovação, em {day}.',
    'Once it is used up, new questions are not accepted until the renewal, on {day}.',
  ],
  [
    'Um superadmin pode mudar o orçamento na página do grupo, em «Limites».',
    'A superadmin can change the budget on the page of the group, under “Limits”.',
  ],
];
