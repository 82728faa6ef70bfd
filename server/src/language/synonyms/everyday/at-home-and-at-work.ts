/** Words for things and deeds at home, at work, on the road and at a counter, each for every other of its group. Own work. */
export const AT_HOME_AND_AT_WORK = `
gibi, quadrinhos, história em quadrinhos, mangá | revista, periódico | xerox, cópia, reprodução, fotocópia | tirar xerox, copiar, reproduzir, cópia, reprodução
cerveja, bebida alcoólica, álcool | vinho, bebida alcoólica, álcool
cachorro, animal, cão, pet, animal de estimação | gato, animal, pet, animal de estimação | bicho, animal, pet | pet, animal de estimação, animal
tirar sangue, coleta, coletar, exame | colher sangue, coleta | colher em casa, coleta domiciliar, coleta em casa, atendimento domiciliar | de cama, acamado
não anda, mobilidade reduzida, cadeirante | cadeira de rodas, cadeirante, mobilidade reduzida | cego, deficiência visual | surdo, deficiência auditiva | idoso, pessoa idosa, 60 anos
grávida, gestante, gestação | bebê, recém-nascido, criança | criança, menor, infantil | adolescente, menor | menor de idade, menor, responsável legal
meu filho, criança, menor, dependente, aluno | minha filha, criança, menor, dependente, aluno | meu marido, cônjuge, companheiro, acompanhante | minha esposa, cônjuge, companheira, acompanhante
dor, sintoma, mal-estar | passar mal, mal-estar, emergência, atendimento médico | açúcar no sangue, glicose, glicemia, diabetes
remédio, medicamento, comprimido | tomar remédio, medicamento, medicação | vacina, imunização, dose | resultado do exame, laudo, resultado
wifi, wi-fi, rede sem fio, internet | wi-fi, rede sem fio, internet | roteador, modem, equipamento | internet lenta, velocidade, lentidão
parar, suspender, interromper, suspensão, interrupção | dar um tempo, suspender, suspensão | fidelidade, permanência mínima, prazo de permanência | sair antes, rescisão, rescindir, cancelamento
vizinho, terceiro | dividir com o vizinho, ceder, repartir, compartilhar | passar para outro, ceder, transferir, cessão | revender, ceder, comercializar
invadir, invasão, comprometer, ataque, intrusão | hackear, invadir, comprometer, ataque | hacker, invasor, atacante, intruso | vírus, malware, código malicioso | atacado, comprometido, invadido
formatar, reinstalar, reinstalação | puxar o cabo, desconectar, desligar
nota de rodapé, rodapé | pé da página, rodapé
meu carro, carro próprio, veículo próprio, veículo particular | carro, veículo, automóvel | moto, motocicleta, veículo | bicicleta, bike, ciclo
uber, aplicativo, transporte por aplicativo, táxi | táxi, transporte, deslocamento | estacionar, estacionamento, vaga
recibo, comprovante, nota fiscal | pagar a viagem, reembolsar, diária | pagar, reembolsar, ressarcir, custear, indenizar | me pagam, reembolso, ressarcimento
hospedagem, hotel, diária | dormir, hospedagem, pernoite | ficar mais dias, prorrogação, prolongar, estender | passear, lazer, turismo, interesse particular | por minha conta, interesse particular, conta própria
remarcar, remarcação, alterar | mala, bagagem | gorjeta, taxa de serviço
esperar, aguardar, fila de espera, fila | fila, espera, lista de espera
passar na votação, aprovar, aprovação | as contas passaram, aprovar, aprovação, aprovadas | votar contra, contrário, reprovação | próxima reunião, reunião, sessão
violão, instrumento musical, instrumento | pegar emprestado, empréstimo | pegar, retirar, retirada, empréstimo | levar para casa, empréstimo, retirada
computador velho, computador antigo, hardware antigo | velho, antigo, usado | pifar, defeito, quebrar, falha | queimar, defeito, avaria, dano | estragar, danificar, dano, avaria | quebrado, danificado, com defeito
riscar, danificar, dano | rasgar, danificar, dano | sumir, perder, extravio, desaparecer | perda, extravio | achado, objeto perdido
aluguel, locação | alugar, locar, locação | airbnb, locação por temporada, locação, hospedagem | reforma, obra | barulho, ruído, som | festa, evento, confraternização | visita, visitante, convidado | entregador, entrega, encomenda
lixo, resíduo, descarte, coleta | entulho, resíduo da construção | jogar fora, descartar, descarte
de manhã, manhã, matutino | na hora, imediato, imediatamente | todo dia, diariamente, diário | toda semana, semanalmente, semanal | todo mês, mensalmente, mensal | uma vez por ano, anualmente, anual
que horas abre, horário, abertura | que horas fecha, horário, fechamento
ligar para, telefone, contato, central | falar com alguém, atendimento, contato, central | falar com um atendente, atendimento humano, central | reclamar, ouvidoria, reclamação
`;
