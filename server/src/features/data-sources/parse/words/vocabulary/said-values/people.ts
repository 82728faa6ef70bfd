/**
 * How people say what persons are: sex, age, schooling, ties to their work, how a course or a treatment ended.
 * `said-values.ts` tells how lines are read.
 */
export const PEOPLE_SAID = `
feminino, mulher, menina, fêmea, moça == garota, guria, mulher, menina, moça, feminino, sexo feminino, do sexo feminino
masculino, homem, menino, macho, rapaz == garoto, guri, homem, menino, rapaz, masculino, sexo masculino, do sexo masculino
[faixa|idade|publico|etar|classif] criança, infantil, bebê = criança, criançada, garotada, para criança, para crianças
[faixa|idade|publico|etar|classif] adolescente, juvenil, jovem = adolescente, jovem, juventude, moçada, para jovens
[faixa|idade|publico|etar|classif] adulto = gente grande, para adultos, maior de idade, maiores de idade
[faixa|idade|publico|etar|classif] idoso, terceira idade, sênior, melhor idade = idoso, velhinho, terceira idade, da terceira idade, da melhor idade
[civil] casado == ~casar, com marido, com esposa
[civil] divorciado, separado, desquitado == divorciado, separado, ~divorciar, ~separar, descasado
[civil] viúvo == ~enviuvar, perdeu o marido, perdeu a esposa
[civil] união estável, amasiado, amigado == morando junto, morando juntos, moram juntos, amigado
[civil] solteiro == sem casar, não casou, não casaram
[escolar|instruc|ensino|grau|formac] superior, superior completo, ensino superior, graduação, nível superior == faculdade, formado, graduado, com faculdade, ensino superior, nível superior, universitário, curso superior, com diploma
[escolar|instruc|ensino|grau|formac] médio, ensino médio, médio completo, nível médio, 2º grau == segundo grau, ensino médio, nível médio, colegial
[escolar|instruc|ensino|grau|formac] fundamental, ensino fundamental, fundamental completo, nível fundamental, 1º grau == primeiro grau, ensino fundamental, nível fundamental, primário
[escolar|instruc|ensino|grau|formac] pós-graduação, especialização, pós graduação == pós, pós graduado, com especialização, com pós
[escolar|instruc|ensino|grau|formac] mestrado == com mestrado
[escolar|instruc|ensino|grau|formac] doutorado == com doutorado
[escolar|instruc|ensino|grau|formac] analfabeto, sem escolaridade, não alfabetizado, sem instrução, !alfabetizado == sem estudo, nunca estudou, nunca estudaram, não sabe ler, não sabem ler, iletrado
alfabetizado, !analfabeto = sabe ler, sabem ler
[vinculo|regime|tipo|categ|contrat|cargo] efetivo, concursado, estatutário, estável == de carreira, concursado, por concurso, do quadro, efetivado, passou em concurso, passaram em concurso
[vinculo|regime|tipo|categ|contrat|cargo] comissionado, cargo em comissão, cargo comissionado, comissão == de confiança, comissionado, cargo de confiança, em comissão, nomeado, de livre nomeação
[vinculo|regime|tipo|categ|contrat|cargo] temporário, contrato temporário, substituto = por tempo determinado, provisório, tempo determinado, por contrato, temporariamente
[vinculo|regime|tipo|categ|contrat|cargo] clt, celetista = carteira assinada, de carteira assinada, com carteira assinada, celetista
[vinculo|regime|tipo|categ|contrat|cargo] pj, autônomo, prestador = sem carteira assinada
[vinculo|regime|tipo|categ|contrat|cargo] terceirizado = terceirizado, de empresa de fora
[vinculo|regime|tipo|categ|contrat|cargo] estagiário, estágio = estagiando, fazendo estágio, em estágio
[vinculo|regime|tipo|categ|contrat|cargo] voluntário = de graça, sem receber nada
[S] ativo, em exercício, em atividade, trabalhando = na ativa, em exercício, em atividade, exercendo
[S] afastado, licenciado, em licença, licença, licença médica, licença saúde == afastado, de licença, licenciado, encostado, de atestado, em licença, ~afastar, ~licenciar, no inss, pelo inss
[S] férias, em férias, de férias == em férias, de férias, gozando férias, descansando
[S] exonerado, demitido, desligado, dispensado = mandado embora, mandada embora, mandados embora, mandadas embora, ~demitir, ~desligar, ~exonerar, dispensado, foi para a rua, foram para a rua
[S] aposentado, inativo = ~aposentar
[S] cedido = emprestado, emprestado a outro órgão
[modal|regime|format|forma|tipo|local] remoto, home office, teletrabalho, remota == em casa, de casa, na própria casa, home office, teletrabalho, remotamente, à distância
[modal|regime|format|forma|tipo|canal|local] ead, a distância, online, on-line, virtual == à distância, pela internet, online, virtual, virtualmente, ead
[modal|regime|format|forma|tipo|canal|local|atend|meio|origem] presencial, balcão, pessoalmente == pessoalmente, em pessoa, presencialmente, no balcão, veio pessoalmente, vieram pessoalmente
[modal|regime|format|forma|tipo] híbrido, semipresencial == parte em casa, misto
[result|situac|status|aprov|desemp|final] aprovado = passou, passaram, passou de ano, passaram de ano, passou direto, passaram direto, passou na prova, passaram na prova
[result|situac|status|aprov|desemp|final] reprovado, retido = repetiu, repetiram, repetiu de ano, repetiram de ano, repetente, tomou bomba, tomaram bomba, levou bomba, levaram bomba, bombou, bombaram, retido, perdeu o ano, perderam o ano, não passou, não passaram, não passou de ano, não passaram de ano
[result|situac|status|final] recuperação, em recuperação, exame final, prova final, exame = de recuperação, na recuperação, em recuperação, de exame
[situac|status|matric|result] trancado, trancamento = ~trancar, com matrícula trancada
[situac|status|matric|result|desfecho|saida] desistente, evadido, abandono, evasão, desistência = ~desistir, ~abandonar, ~evadir, largou, largaram, deixou de estudar, deixaram de estudar, parou de estudar, pararam de estudar, largou a escola, largaram a escola
[situac|status|matric|result] cursando, matriculado, frequentando, em curso = estudando, cursando, frequentando, fazendo o curso
[situac|status|matric|result] transferido, transferência = ~transferir, mudou de escola, mudaram de escola, foi para outra escola, foram para outra escola
formado, concluinte, egresso, graduado = ~formar, se formou, se formaram, egresso
[desfecho|saida|evoluc|situac|status|destino|result|condic] alta, alta médica, alta hospitalar = recebeu alta, receberam alta, teve alta, tiveram alta, ganhou alta, ganharam alta, com alta, de alta, foi para casa, foram para casa, voltou para casa, voltaram para casa
[desfecho|saida|evoluc|situac|status|destino|result|condic] óbito, falecimento, falecido, morte = veio a óbito, vieram a óbito, foi a óbito, foram a óbito, perdeu a vida, perderam a vida, não resistiu, não resistiram, não sobreviveu, não sobreviveram
[desfecho|saida|evoluc|situac|status|destino|result|condic] internação, internado = internado, ~internar, hospitalizado, ficou internado, ficaram internados
[desfecho|saida|evoluc|situac|status|destino|result|condic] transferência, transferido, remoção = ~transferir, removido, foi para outro hospital, foram para outro hospital, mandado para outro hospital, mandados para outro hospital
[desfecho|saida|evoluc|situac|status|destino|result|condic] evasão, evadido, fuga = ~evadir, ~fugir, foi embora, foram embora, foi embora sem ser atendido, foram embora sem ser atendidos, foi embora sem atendimento, foram embora sem atendimento, saiu sem atendimento, saíram sem atendimento
[desfecho|saida|evoluc|situac|status|result|condic] curado, recuperado = ~curar, ~sarar, ~recuperar, curado, recuperado, sarado, ficou bom, ficaram bons
positivo, reagente, detectado, detectável == deu positivo, deram positivo, testou positivo, testaram positivo, infectado, contaminado
negativo, não reagente, não detectado, não detectável == deu negativo, deram negativo, testou negativo, testaram negativo
[convenio|plano|pagam|tipo|forma|categ] particular = do próprio bolso, do bolso, sem plano, sem convênio, pagou do bolso, pagaram do bolso
[priorid|gravid|sever|risco|urgenc|critic|classif|nivel|tipo] urgente, urgência, alta, crítica, emergência, muito urgente = com urgência, de urgência, urgente
[priorid|gravid|sever|urgenc|critic|classif|nivel] grave, gravíssima, alta, crítica, severa = grave, sério, severo
[priorid|gravid|sever|urgenc|critic|classif|nivel] gravíssima, crítica = gravíssimo, crítico
[priorid|gravid|sever|urgenc|critic|classif|nivel] leve, baixa = leve, brando, sem gravidade
[priorid|gravid|sever|urgenc|critic|classif|nivel] não urgente, baixa, pouco urgente, sem urgência, rotina, eletiva, eletivo = sem pressa, sem urgência
[priorid|gravid|sever|urgenc|critic|classif|nivel] moderada, média == moderado, mediano
[satisf|avali|nota|opini|conceit|humor|qualid] ótimo, excelente, muito bom, muito satisfeito = excelente, adorou, adoraram, amou, amaram, encantado
[satisf|avali|nota|opini|conceit|humor] ótimo, bom, satisfeito, muito satisfeito, muito bom, excelente = gostou, gostaram, satisfeito, contente, elogiou, elogiaram
[satisf|avali|nota|opini|conceit|humor] ruim, insatisfeito, péssimo, muito ruim, muito insatisfeito = não gostou, não gostaram, insatisfeito, descontente
[satisf|avali|nota|opini|conceit|humor] péssimo, muito ruim, muito insatisfeito = odiou, odiaram, detestou, detestaram, péssimo, horrível
vitória = ~ganhar, ~vencer, saiu vencedor
derrota = ~perder, perdido
empate = ~empatar
[mando|local|campo] casa, mandante = em casa, jogando em casa, como mandante, no nosso campo, no nosso estádio
[mando|local|campo] fora, visitante = fora de casa, como visitante, jogando fora
[S] lesionado, machucado = machucado, contundido, ~machucar, no departamento médico
titular = começou jogando, começaram jogando, entre os titulares
reserva, suplente = no banco, no banco de reservas
batizado, !pagão = ~batizar, recebeu o batismo, receberam o batismo
visitante = veio pela primeira vez, vieram pela primeira vez, de visita
preso, detido, recluso = na cadeia, atrás das grades, prendeu, prenderam, detido, na prisão
solto, em liberdade, liberado = solto, em liberdade, soltou, soltaram
condenado = ~condenar, considerado culpado
absolvido = ~absolver, inocentado, considerado inocente
acordo, conciliação, conciliado = fez acordo, fizeram acordo, em acordo, por acordo, ~conciliar, deu acordo
recurso, em recurso, grau de recurso = ~recorrer, segunda instância, na segunda instância, em segunda instância, grau de recurso, em grau de recurso
`;
