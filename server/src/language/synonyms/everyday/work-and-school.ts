/** Words of people about work and school, and before whom they stand: those of documents. Own work. */
export const WORK_AND_SCHOOL = `
firma, companhia > empresa, empregador, pessoa jurídica, estabelecimento | trampo, emprego > trabalho, cargo, vínculo
patrão, patroa > empregador, empresa, gestor, chefia | chefe, gerente, supervisor > chefia, gestor, superior, liderança, coordenação
pedir as contas, pedir demissão, pedir pra sair, largar o emprego, sair do emprego, sair da empresa > desligamento, pedido de demissão, rescisão, demissão, desligar-se
mandar embora, mandado embora, mandada embora, mandaram embora, despedido, despedida, demitido, demitida > demissão, dispensa, desligamento, rescisão, sem justa causa
carteira assinada, fichado, fichada > vínculo empregatício, contrato de trabalho, CLT | carteira de trabalho > CTPS
trabalhar a mais, horas a mais, ficar até mais tarde, passar do horário > hora extra, serviço extraordinário, prorrogação da jornada
trabalhar no domingo, trabalhar no feriado, trabalhar no sábado > plantão, repouso, feriado, adicional | trabalhar à noite, trabalhar de noite, virar a noite > adicional noturno, trabalho noturno
dia livre, dia de folga, emendar, emenda > folga, compensação, repouso, descanso, ponto facultativo
faltar, faltei, não fui, não vou poder ir > falta, ausência, ausentar-se, abono | chegar atrasado, chegar atrasada, cheguei atrasado, chegar tarde, me atrasar, atrasar > atraso, tolerância, horário de entrada
sair mais cedo, sair cedo, ir embora mais cedo, liberar mais cedo > saída antecipada, dispensa, antes do término
marcar o ponto, bater o ponto, bater ponto, marcar ponto, passar o crachá > registro de ponto, ponto eletrônico, marcação, frequência
hora do almoço, horário de almoço, tempo de almoço > intervalo, refeição, repouso | cafezinho, pausa > intervalo, descanso
VR, VA, ticket, vale refeição, vale alimentação > auxílio-alimentação, vale-refeição, vale-alimentação, refeição | VT, vale transporte, condução > vale-transporte, auxílio-transporte
holerite, contracheque > demonstrativo de pagamento, recibo de pagamento | 13º, décimo terceiro, décimo > gratificação natalina, décimo terceiro
quanto ganha, quanto recebe, quanto pagam > salário, remuneração, vencimento, bolsa | aumento > reajuste, progressão, promoção | subir de cargo, ser promovido > promoção, progressão
pós, pós-graduação, mestrado, doutorado, MBA > especialização, curso, pós-graduação, capacitação | cursinho, curso, treinamento > capacitação, curso, formação
farda, roupa de trabalho, uniforme > uniforme, vestimenta, fardamento | capacete, luva, bota, botina > equipamento de proteção individual, EPI
me machuquei, me acidentei, acidente no serviço > acidente de trabalho, acidente, lesão, comunicação de acidente
esperando bebê, esperando um filho, esperando neném, barriga > gestante, gestação, gravidez, maternidade | virei pai, ser pai, nasceu meu filho, meu filho nasceu, minha filha nasceu > paternidade, nascimento, licença-paternidade
lua de mel, vou casar, casei, me casar > casamento, licença-gala, núpcias | morreu, faleceu, perdi meu pai, perdi minha mãe > falecimento, óbito, luto, morte
trabalhar de casa, trabalhar em casa, trabalhar remoto, remoto, híbrido, home office, homeoffice > teletrabalho, trabalho remoto, trabalho a distância, remotamente
xingar, humilhar, gritar comigo, me humilhou > assédio moral, assédio, ofensa, desrespeito | cantada, passar a mão, encostar em mim > assédio sexual, importunação, assédio
agrado, presentinho, presente de cliente, presente de fornecedor, brinde > presente, brinde, cortesia, vantagem | contratar parente, meu irmão trabalhar, meu primo > parentesco, nepotismo, conflito de interesses
outro emprego, dois empregos, bico, freela, freelance > atividade paralela, outra atividade, acúmulo, conflito de interesses | segundo emprego > outra atividade, acúmulo
juntar as férias, dividir as férias, picar as férias > fracionamento, períodos, parcelamento | vender férias, vender as férias, vender dias, vender 10 dias > abono pecuniário, converter, conversão
viajar a trabalho, viajar a serviço, viagem a trabalho, viagem de trabalho > viagem a serviço, deslocamento, diária | me reembolsam, me pagam de volta > reembolso, ressarcimento, indenização
dedurar, contar, denunciar > denúncia, canal, relato, ouvidoria | levar bronca, levar advertência, ser punido, punição, castigo > advertência, sanção, penalidade, medida disciplinar
prof, profe, professora, tia > professor, docente | coordenadora, orientadora > coordenação, orientação | diretora > direção, diretoria | pai, mãe, pais > responsável, responsáveis, família
provinha, teste, prova > avaliação, prova, exame | perdeu a prova, perdi a prova, faltei na prova, prova perdida, outra prova, fazer a prova depois > segunda chamada, avaliação substitutiva
tirar nota, nota baixa, ir mal > média, nota, rendimento, desempenho | passar de ano, passar direto, ser aprovado > aprovação, promoção, média anual | bombar, rodar de ano, levar bomba, repetir de ano, repetir o ano, reprovar > reprovação, retenção
ficar de recuperação, recuperar nota, prova final > recuperação, exame final | matar aula, cabular, gazear > ausência, falta, evasão
lição, tarefa, dever de casa, lição de casa > atividade, tarefa domiciliar | trabalhinho, trabalho de escola > atividade avaliativa, trabalho
recreio, hora do lanche > intervalo | lancheira, levar lanche, lanche, salgadinho, refrigerante > alimentação, alimentos, lanche, cantina | bolo, bolinho, festinha, aniversário > comemoração, aniversário, festa
celular na aula, mexer no celular, usar celular > aparelho celular, telefone celular, dispositivo, aparelhos eletrônicos | pegaram o celular, tomaram o celular, tomou o celular > recolhido, recolher, apreensão, aparelho
buscar meu filho, buscar minha filha, pegar meu filho, pegar minha filha, buscar na escola > retirada do aluno, saída, autorização, responsável | perua, van > transporte escolar
mensalidade, parcela da escola > anuidade, mensalidade, parcela | vaga na escola, pôr na escola, colocar na escola, matricular > matrícula, ingresso, vaga | sair da escola, mudar de escola, trocar de escola, tirar da escola > transferência, desistência, cancelamento da matrícula
trancar a faculdade, trancar o curso, trancar > trancamento, suspensão da matrícula | largar o curso, desistir do curso, abandonar > desistência, abandono, cancelamento, evasão
bolsa, bolsista, desconto pra irmão, desconto de irmão > bolsa de estudos, desconto, bolsa, gratuidade | ProUni, FIES > financiamento estudantil, bolsa
colar na prova, colar, cola, copiar do colega > fraude, meio ilícito, plágio | copiar da internet, copiar e colar, plagiar > plágio, cópia
briga, brigar, bater no colega, apanhar > agressão, violência, conflito, indisciplina | zoar, zoeira, perseguir, apelidar > bullying, intimidação, discriminação
expulso, expulsar, expulsão > transferência compulsória, desligamento, exclusão, cancelamento da matrícula | suspenso, suspensa > suspensão, afastamento
TCC, monografia, tese, dissertação > trabalho de conclusão, trabalho acadêmico, monografia | banca, defender > defesa, banca examinadora | orientador > orientação, professor orientador
canudo, diploma > diploma, certificado, colação de grau, conclusão | formatura, me formar, me formei, formado, formada > conclusão do curso, colação de grau, egresso, ex-aluno, formatura
boletim, histórico > histórico escolar, boletim, rendimento | reunião de pais, falar com a professora > reunião, atendimento aos responsáveis, plantão pedagógico
primeira série, sexto ano, sétimo ano, oitavo ano, nono ano, fundamental > ensino fundamental, anos finais, anos iniciais | colegial, segundo grau > ensino médio | prezinho, maternal, creche > educação infantil
pegar livro, pegar emprestado, emprestar livro, alugar livro, levar livro > empréstimo, retirada, empréstimo domiciliar | devolver o livro, entregar o livro > devolução, prazo de devolução | ficar mais tempo com o livro, renovar o livro > renovação, prorrogação
carteirinha, carteira de estudante > cartão, identificação estudantil, carteirinha | armário, guarda-volumes > armário, guarda-volumes, escaninho
`;
