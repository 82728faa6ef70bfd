/**
 * How people say the states of papers, payments, requests, goods and machines. `said-values.ts` tells how lines are read.
 */
export const STATES_SAID = `
[S] vigente, em vigor, em vigência, válido, ativo == valendo, de pé, em pé, vigorando, na validade, não venceu, não venceram, não vencido
[S] concluído, finalizado, terminado, encerrado, findo, completo == acabado, ~acabar, ~terminar, ~concluir, ~finalizar, ~encerrar | pronto, fechado, ~fechar
resolvido, solucionado, sanado == ~resolver, ~solucionar, ~sanar, com solução, consertado, ~consertar
[S] fechado, encerrado == ~fechar, ~encerrar
[S] rescindido, distratado, rompido == desfeito, rompido, ~romper, ~rescindir, desfizeram, desfez
[S] cancelado, anulado, desmarcado, sem efeito == desmarcado, ~desmarcar, ~cancelar, ~anular, invalidado, sem efeito | revogado, ~revogar
[S] suspenso, paralisado, parado, interrompido, sobrestado, em espera, pausado == parado, interrompido, ~interromper, ~suspender, ~paralisar, ~parar, congelado, travado, em suspenso, pausado, em pausa
[S] em andamento, em execução, em curso, em progresso, em tramitação, andamento, execução, em processamento, em obras, em trânsito, em produção = em andamento, em execução, em curso, em progresso, tramitando, correndo, rolando, andando, caminhando, sendo executado, sendo feito, acontecendo
[S] em andamento, em atendimento, em tratamento, em execução, em processamento = sendo tratado, sendo atendido, sendo resolvido, sendo cuidado, sendo processado
[S] aguardando, em espera, na fila, fila de espera, em fila == esperando, na espera, à espera, na fila, em espera, aguardando, esperam, aguardam
[S] em elaboração, rascunho, minuta, em preparação = sendo elaborado, sendo escrito, sendo preparado, no rascunho, no papel
[S] em assinatura, aguardando assinatura, para assinatura = falta assinar, faltam assinar, por assinar, sem assinar, esperando assinatura
[S] aberto, em aberto, pendente = por fazer, em aberto, por resolver, por concluir, sem solução
aprovado = ~aprovar, com aprovação | deferido, autorizado, liberado
deferido, concedido, autorizado == ~deferir, ~conceder, ~autorizar, atendido | aprovado, ~aprovar
aceito, aprovado, deferido, recebido = aceito, ~aceitar
reprovado, desaprovado, não aprovado == ~reprovar, barrado | negado, recusado, rejeitado
indeferido, negado, recusado, rejeitado, improcedente, não autorizado = ~negar, ~recusar, ~rejeitar, ~indeferir, barrado, ~barrar, pedido negado, pedidos negados, tiveram o pedido negado, teve o pedido negado, não aceito
conforme, dentro do padrão, adequado, satisfatório == dentro do padrão, dentro dos padrões, dentro da norma, dentro das normas, dentro do limite, dentro dos limites, adequado, ~passar, aprovado, ~aprovar
não conforme, fora do padrão, inadequado, insatisfatório, desconforme == fora do padrão, fora dos padrões, fora da norma, fora das normas, fora do limite, fora dos limites, em desacordo, não passou, não passaram, reprovado, ~reprovar
regular, em dia, adimplente = em dia
deserto = sem interessado, sem interessados, sem proposta, sem propostas, sem concorrente, sem concorrentes, ninguém apareceu, não apareceu ninguém
fracassado = sem vencedor, deu errado, deram errado, não deu certo, não deram certo, ~fracassar
dispensa, dispensa de licitação, inexigibilidade, inexigibilidade de licitação = sem licitação, compra direta, compras diretas, contratação direta, contratações diretas, direto com o fornecedor
[S] arquivado = ~arquivar, na gaveta, engavetado, ~engavetar
[S] desistente, desistência, evadido, abandono = ~desistir, abriu mão, abriram mão, ~abandonar, ~evadir
[S] contemplado, beneficiado, selecionado, sorteado = sorteado, beneficiado, selecionado, ~contemplar, ~beneficiar, foram chamados, conseguiu a vaga, conseguiram a vaga
pago, quitado, adimplente, recebido == quitado, acertado, saldado, ~quitar, ~acertar, ~saldar, em dia | liquidado, ~liquidar, zerado
liquidado = ~liquidar, quitado
[S] vencido, atrasado, em atraso, inadimplente, fora do prazo == em atraso, atrasado, fora do prazo, vencido, estourado, passado do prazo, ~atrasar, passou do prazo, passaram do prazo
[S] aberto, em aberto, pendente, a pagar, a receber, não pago, !pago, !quitado = por pagar, a pagar, sem pagar, falta pagar, faltam pagar, falta acertar, em haver, não quitado
[S] aberto, em aberto, pendente, vencido, atrasado, em atraso, inadimplente, não pago, !pago, !quitado = pendurado, no prego, devendo, devedor, no fiado, no pendura, em débito
[S] parcelado, renegociado, em acordo = em parcelas, em prestações, ~renegociar, em acordo
[S] estornado, devolvido, reembolsado = ~estornar, ~reembolsar, dinheiro devolvido
[S] a vencer, em dia, no prazo, dentro do prazo = no prazo, dentro do prazo, ainda não venceu, ainda não venceram
em trânsito, em transporte, a caminho, em rota, em rota de entrega, em viagem, saiu para entrega, em deslocamento == na estrada, a caminho, no caminho, viajando, em viagem, em rota, na rota, rodando, em trânsito, saiu para entrega, saíram para entrega
entregue, entrega realizada, entrega concluída, entrega efetuada == chegou, chegaram, entregou, entregaram, no destino, chegou ao destino, chegaram ao destino, nas mãos do cliente, na mão do cliente
aguardando coleta, aguardando retirada, a coletar, coleta pendente = por coletar, esperando coleta, esperando retirada, sem coletar, falta coletar, faltam coletar, por retirar
extraviado, perdido, desaparecido, sumido == ~sumir, ~extraviar, ~desaparecer, se perdeu, se perderam, perdido, sumido, desaparecido, com paradeiro desconhecido
devolvido, retornado, devolução = voltou, voltaram, ~devolver, retornou, retornaram, mandado de volta
avariado, danificado, quebrado, estragado, com defeito, com avaria == ~quebrar, ~estragar, ~danificar, estragado, com defeito, com defeitos, com avaria, com avarias, com dano, com danos, danificado, avariado
roubado, furtado = ~roubar, ~furtar, levado por ladrões
disponível, livre, vago, desocupado == livre, vago, desocupado, na estante, nas estantes, na prateleira, nas prateleiras, à disposição, disponível
emprestado, locado, alugado, em uso, ocupado, retirado = na mão de leitor, na mão de leitores, nas mãos de leitores, com leitor, com leitores, com o leitor, com os leitores, fora da estante, locado, alugado, ~alugar, ~emprestar, em uso, ocupado
em restauro, em manutenção, em reparo, em conserto, na oficina, manutenção == no conserto, na oficina, consertando, em conserto, em reparo, em manutenção, sendo consertado, sendo reparado, para consertar, parado na oficina
[S] baixado, descartado, sucateado, inservível, descarte = jogado fora, jogada fora, jogadas fora, jogados fora, ~descartar, ~sucatear, no lixo, para o lixo, foi para o lixo, foram para o lixo, imprestável, inservível
funcionando, operando, operante, operacional, em operação, em funcionamento, ligado == ~funcionar, funciona, funcionam, funcionando, operando, no ar, em operação, em funcionamento, rodando, de pé
inoperante, parado, quebrado, fora de operação, com defeito, avariado, desligado, !funcionando, !operante, !operacional = sem funcionar, não funciona, não funcionam, não está funcionando, não estão funcionando, fora do ar, pifado, ~pifar, enguiçado, ~enguiçar
armazenado, estocado, em estoque, no estoque == guardado, ~guardar, estocado, em estoque, no estoque, no armazém, depositado
esgotado, em falta, sem estoque, zerado == acabou, acabaram, em falta, ~esgotar, sem estoque, zerado
em preparo, preparando, em produção = na cozinha, no fogo, sendo preparado, sendo feito, cozinhando
pronto, concluído = ficou pronto, ficaram prontos, ficaram prontas
[S] confirmado = ~confirmar
no show, no-show, não compareceu, ausente, faltou, !compareceu, !presente = não apareceu, não apareceram, não veio, não vieram, deu no show, deram no show, furou, furaram
[S] hospedado, check-in, check in, em estadia = no hotel, na pousada, na casa agora, hospedado
[S] check-out, checkout, check out = foi embora, foram embora, já saiu, já saíram, deixou o hotel, deixaram o hotel
[S] ligado, conectado, !cortado = religado, ~religar, com fornecimento
[S] cortado, desligado, interrompido = ~cortar, sem fornecimento, com corte, no escuro, sem luz
reaberto = ~reabrir, aberto de novo, abertos de novo, aberta de novo, abertas de novo, voltou a abrir, voltaram a abrir
[S] aguardando usuário, aguardando cliente, aguardando retorno, aguardando resposta, pendente usuário = dependendo do usuário, dependendo do cliente, parado no usuário, parados no usuário, esperando resposta, esperando retorno, esperando o retorno
[S] aguardando peça, aguardando peças, aguardando material = falta peça, faltam peças, por falta de peça, parado por peça, parados por peça
[S] reservado = ~reservar
indenizado, pago = ~indenizar, ressarcido, ~ressarcir, receberam a indenização, recebeu a indenização
licenciado, regularizado, regular = com licença, regularizado, legalizado
embargado, interditado = ~embargar, ~interditar, lacrado, ~lacrar, fechado pela fiscalização
notificado, advertido = ~notificar, ~advertir, advertência, advertências
[S] publicado, divulgado = ~publicar, no ar, divulgado, ~divulgar
`;
