/** Letters about accounts and how people enter. */
import type { LetterSentences } from './letter-sentences.ts';

export const accountLettersEn: LetterSentences = [
  ['Olá.', 'Hello.'],
  ['Olá, {name}.', 'Hello, {name}.'],
  ['{day}, às {hour} (horário de Brasília)', '{day}, {hour} (Brasília time)'],
  ['{day}, às {hour} ({zone})', '{day}, {hour} ({zone})'],
  ['Abrir o Prosa', 'Open Prosa'],
  ['Seu código de verificação do Prosa', 'Your Prosa verification code'],
  ['Confirme seu e-mail', 'Confirm your e-mail'],
  [
    'Digite este código na tela de verificação para começar a usar o Prosa.',
    'Type this code on the verification screen to start using Prosa.',
  ],
  ['Código', 'Code'],
  [
    'O código vale {n} minutos. Se você pedir outro, só o mais novo funciona.',
    'The code is valid for {n} minutes. If you ask for another, only the newest works.',
  ],
  ['Se não foi você, ignore este e-mail.', 'If it wasn’t you, ignore this e-mail.'],
  [
    'Se não foi você, ignore este e-mail. Sua senha não mudou.',
    'If it wasn’t you, ignore this e-mail. Your password has not changed.',
  ],
  ['Sua senha temporária do Prosa', 'Your temporary Prosa password'],
  ['Sua senha temporária', 'Your temporary password'],
  [
    'Recebemos um pedido para recuperar o acesso à sua conta. Entre com esta senha:',
    'We received a request to recover access to your account. Sign in with this password:',
  ],
  ['Senha temporária', 'Temporary password'],
  [
    'Ela vale {n} minutos e serve para entrar uma única vez. Depois de entrar, defina uma nova senha no seu perfil. Até lá, a sua senha atual continua valendo.',
    'It is valid for {n} minutes and for one sign-in only. After signing in, set a new password in your profile. Until then your current password still works.',
  ],
  ['Sua senha foi alterada', 'Your password was changed'],
  [
    'A senha da sua conta no Prosa foi alterada em {when}. Suas outras sessões foram encerradas.',
    'The password of your Prosa account was changed on {when}. Your other sessions have been ended.',
  ],
  [
    'Se foi você, não é preciso fazer nada. Se não foi você, use «Esqueci minha senha» na tela de entrada agora e avise o administrador.',
    'If it was you, there is nothing to do. If it wasn’t, use “I forgot my password” on the sign-in screen now and tell the administrator.',
  ],
  ['Verificação em duas etapas ativada', 'Two-step verification turned on'],
  [
    'A verificação em duas etapas da sua conta no Prosa foi ativada. Isso aconteceu em {when}.',
    'The two-step verification of your Prosa account was turned on. This happened on {when}.',
  ],
  ['Verificação em duas etapas alterada', 'Two-step verification changed'],
  [
    'A verificação em duas etapas da sua conta no Prosa foi alterada. Isso aconteceu em {when}.',
    'The two-step verification of your Prosa account was changed. This happened on {when}.',
  ],
  ['Verificação em duas etapas removida', 'Two-step verification removed'],
  [
    'A verificação em duas etapas da sua conta no Prosa foi removida. Isso aconteceu em {when}.',
    'The two-step verification of your Prosa account was removed. This happened on {when}.',
  ],
  ['Verificação em duas etapas redefinida', 'Two-step verification reset'],
  [
    'Um administrador redefiniu a verificação em duas etapas da sua conta no Prosa: da próxima vez, você entra só com a senha. Isso aconteceu em {when}.',
    'An administrator reset the two-step verification of your Prosa account: next time you sign in with the password only. This happened on {when}.',
  ],
  ['Muitos códigos incorretos na sua conta', 'Many wrong codes in your account'],
  [
    'Alguém que sabe a sua senha digitou muitos códigos incorretos na segunda etapa da entrada. Por uma hora, o aplicativo autenticador não abre a sua conta; os códigos de recuperação, sim. Isso aconteceu em {when}.',
    'Somebody who knows your password typed many wrong codes in the second step of the sign-in. For an hour the authenticator app does not open your account; the recovery codes do. This happened on {when}.',
  ],
  ['Sua conta foi vinculada a um provedor de acesso', 'Your account was linked to an access provider'],
  [
    'Sua conta no Prosa foi vinculada a uma conta da sua organização, que passa a entrar por ela. Isso aconteceu em {when}.',
    'Your Prosa account was linked to an account of your organisation, which can now sign in to it. This happened on {when}.',
  ],
  ['Uma conta de emergência entrou', 'An emergency account signed in'],
  [
    'Uma conta de emergência entrou no Prosa sem o provedor de acesso do seu domínio. O registro de auditoria diz qual. Isso aconteceu em {when}.',
    'An emergency account signed in to Prosa without the access provider of its domain. The audit log says which. This happened on {when}.',
  ],
  ['O e-mail da sua conta mudou', 'The e-mail of your account changed'],
  [
    'Sua organização mudou o e-mail da sua conta no Prosa, que deixa de ser este. Isso aconteceu em {when}.',
    'Your organisation changed the e-mail of your Prosa account, which is no longer this one. This happened on {when}.',
  ],
  ['Uma conta vinculada foi removida', 'A linked account was removed'],
  [
    'Uma conta da sua organização deixou de entrar na sua conta no Prosa. Isso aconteceu em {when}.',
    'An account of your organisation no longer signs in to your Prosa account. This happened on {when}.',
  ],
  ['Navegador e sistema: {device}.', 'Browser and system: {device}.'],
  ['O navegador não foi reconhecido.', 'The browser was not recognised.'],
  ['Seus outros acessos foram encerrados.', 'Your other sessions have been ended.'],
  [
    'Se foi você, não é preciso fazer nada. Se não foi você, troque sua senha agora, veja no perfil a verificação em duas etapas e os acessos, e avise o administrador.',
    'If it was you, there is nothing to do. If it wasn’t, change your password now, look at the two-step verification and the sessions in your profile, and tell the administrator.',
  ],
  ['Encerramos um acesso à sua conta', 'We ended a session of your account'],
  [
    'Em {when}, uma credencial antiga de um acesso à sua conta no Prosa foi usada de novo. Isso acontece quando alguém copia os dados de um navegador; por segurança, encerramos aquele acesso.',
    'On {when}, an old credential of a session of your Prosa account was used again. This happens when somebody copies the data of a browser; for safety we ended that session.',
  ],
  [
    'Se você só precisou entrar de novo e reconhece seus aparelhos, não é preciso fazer mais nada. Se não, troque sua senha agora, encerre no perfil, em «Acessos», os que você não reconhece e avise o administrador.',
    'If you only had to sign in again and recognise your devices, there is nothing more to do. If not, change your password now, end those that you do not recognise in your profile, under “Sessions”, and tell the administrator.',
  ],
  [
    'Ao definir a nova senha, a chave de acesso de programas da sua conta será encerrada. Para manter alguma, marque-a no perfil, no mesmo cartão da nova senha.',
    'When you set the new password, the access key for programs of your account will be ended. To keep it, tick it in your profile, in the card of the new password.',
  ],
  [
    'Ao definir a nova senha, as {n} chaves de acesso de programas da sua conta serão encerradas. Para manter alguma, marque-a no perfil, no mesmo cartão da nova senha.',
    'When you set the new password, the {n} access keys for programs of your account will be ended. To keep any, tick it in your profile, in the card of the new password.',
  ],
  [
    'Como você entrou com uma senha temporária, uma chave de acesso de programas foi encerrada, e o programa que a usava deixou de ter acesso. Crie outras no perfil, se precisar.',
    'Because you signed in with a temporary password, an access key for programs was ended, and the program that used it lost access. Create others in your profile if you need them.',
  ],
  [
    'Como você entrou com uma senha temporária, {n} chaves de acesso de programas foram encerradas, e os programas que as usavam deixaram de ter acesso. Crie outras no perfil, se precisar.',
    'Because you signed in with a temporary password, {n} access keys for programs were ended, and the programs that used them lost access. Create others in your profile if you need them.',
  ],
  [
    'Uma chave de acesso de programas da sua conta continua funcionando. No seu perfil, em «Chaves de acesso», revogue as que você não reconhece ou não usa mais.',
    'One access key for programs of your account still works. In your profile, under “Access keys”, revoke those that you do not recognise or no longer use.',
  ],
  [
    '{n} chaves de acesso de programas da sua conta continuam funcionando. No seu perfil, em «Chaves de acesso», revogue as que você não reconhece ou não usa mais.',
    '{n} access keys for programs of your account still work. In your profile, under “Access keys”, revoke those that you do not recognise or no longer use.',
  ],
  ['Uma chave de acesso foi criada na sua conta', 'An access key was created in your account'],
  ['Uma chave de acesso foi criada', 'An access key was created'],
  [
    'Em {when} foi criada na sua conta no Prosa uma chave de acesso para programas, que termina em {hint}. Quem tem a chave pode fazer perguntas a agentes em seu nome e gastar os seus tokens.',
    'On {when} an access key for programs, which ends in {hint}, was created in your Prosa account. Anyone with the key can ask agents questions in your name and spend your tokens.',
  ],
  ['Ela vale até que você a revogue.', 'It is valid until you revoke it.'],
  ['Ela vale até {when}.', 'It is valid until {when}.'],
  [
    'Se foi você, não é preciso fazer nada. Se não foi você, revogue a chave no seu perfil, em «Chaves de acesso», troque sua senha agora e avise o administrador.',
    'If it was you, there is nothing to do. If it wasn’t, revoke the key in your profile, under “Access keys”, change your password now and tell the administrator.',
  ],
  ['Seu cadastro foi aprovado', 'Your sign-up was approved'],
  ['Seu cadastro não foi aprovado', 'Your sign-up was not approved'],
  [
    'Um administrador aprovou o seu cadastro no Prosa. Entre com o e-mail e a senha que você escolheu.',
    'An administrator approved your sign-up to Prosa. Sign in with the e-mail and the password that you chose.',
  ],
  [
    'Um administrador aprovou o seu cadastro no Prosa. Entre com a conta da sua organização, como da primeira vez.',
    'An administrator approved your sign-up to Prosa. Sign in with the account of your organisation, as you did the first time.',
  ],
  [
    'Um administrador não aprovou o seu cadastro no Prosa. A conta não abre e será apagada em 30 dias, com tudo o que você informou.',
    'An administrator did not approve your sign-up to Prosa. The account does not open and will be deleted in 30 days, with everything that you gave.',
  ],
  [
    'Se isto parece um engano, fale com o administrador da sua organização.',
    'If this seems to be a mistake, talk to the administrator of your organisation.',
  ],
  ['Sua conta será excluída', 'Your account will be deleted'],
  [
    'Recebemos o pedido de exclusão da sua conta no Prosa. Ela será excluída em {when}, com suas conversas e seus dados.',
    'We received the request to delete your Prosa account. It will be deleted on {when}, with your conversations and your data.',
  ],
  [
    'Até lá, tudo continua como está. Se quiser guardar seus dados, baixe-os antes no seu perfil.',
    'Until then everything stays as it is. If you want to keep your data, download it in your profile first.',
  ],
  [
    'Se mudar de ideia, entre no Prosa e cancele a exclusão no seu perfil.',
    'If you change your mind, sign in to Prosa and cancel the deletion in your profile.',
  ],
  [
    'Se não foi você quem pediu, cancele a exclusão, troque sua senha agora e avise o administrador.',
    'If it wasn’t you who asked, cancel the deletion, change your password now and tell the administrator.',
  ],
  ['Sua conta foi excluída', 'Your account was deleted'],
  [
    'Sua conta no Prosa foi excluída, como você pediu. Suas conversas, seus acessos e seus dados pessoais foram apagados; ficaram só contagens e registros que não dizem quem você é.',
    'Your Prosa account was deleted, as you asked. Your conversations, your sessions and your personal data were deleted; only counts and records that do not say who you are remain.',
  ],
  [
    'Cópias de segurança feitas antes podem conter seus dados até que sejam substituídas.',
    'Backups made earlier may hold your data until they are replaced.',
  ],
  [
    'Este é o último e-mail que você recebe do Prosa. Obrigado pelo tempo que passou aqui.',
    'This is the last e-mail that you get from Prosa. Thank you for the time you spent here.',
  ],
];
