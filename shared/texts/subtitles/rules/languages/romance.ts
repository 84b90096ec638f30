import { languageWords } from './language-words.ts';

export const french = languageWords({
  determiners:
    'le la les un une des du au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs quel quelle quels quelles chaque plusieurs quelques',
  prepositions:
    'à de en dans sur sous avec sans pour par chez vers entre contre depuis pendant avant après selon malgré sauf jusque dès',
  conjunctions: 'et ou mais donc car ni que quand lorsque si comme puisque parce qui dont où',
  pronouns: 'je tu il elle on nous vous ils elles se me te',
  auxiliaries:
    'ai as a avons avez ont suis es est sommes êtes sont avait étais était étaient sera serait va vais vont peut peux doit dois ne pas',
  titles: 'm mme mlle dr me pr monsieur madame',
  hesitations: 'euh heu hum hmm ben bah',
  answers: 'hum_hum hmm_hmm',
  fillerPhrases: 'tu_sais vous_savez tu_vois vous_voyez disons en_fait du_coup genre quoi',
  doubled: 'nous vous si',
});

export const spanish = languageWords({
  determiners:
    'el la los las un una unos unas lo al del este esta estos estas ese esa esos esas mi mis tu tus su sus nuestro nuestra nuestros nuestras cada',
  prepositions: 'a ante bajo con contra de desde durante en entre hacia hasta para por según sin sobre tras',
  conjunctions: 'y e o u pero sino que porque cuando si como aunque donde mientras pues quien',
  pronouns: 'yo tú él ella usted nosotros nosotras vosotros ellos ellas ustedes se me te nos',
  auxiliaries:
    'he has ha hemos habéis han había soy eres es somos son estoy está están era fue será puede pueden debe deben va voy vamos van no',
  titles: 'sr sra srta dr dra don doña señor señora',
  hesitations: 'eh em ehm mmm hmm',
  answers: 'ehm_ehm',
  fillerPhrases: 'o_sea es_decir digamos sabes este bueno pues',
  doubled: '',
});

export const italian = languageWords({
  determiners:
    'il lo la i gli le un uno una del della dei delle degli al alla ai alle nel nella nei sul sulla questo questa questi queste quel quella mio mia tuo tua suo sua nostro nostra vostro vostra loro ogni',
  prepositions: 'a di da in con su per tra fra senza sotto sopra verso dopo prima durante contro secondo',
  conjunctions: 'e ed o ma che perché quando se come anche mentre dove quindi però chi cui',
  pronouns: 'io tu lui lei noi voi essi si mi ti ci vi',
  auxiliaries: 'ho hai ha abbiamo avete hanno sono sei è siamo siete era erano sarà può possono deve devono aveva non',
  titles: 'sig dott dr prof signor signora',
  hesitations: 'ehm eh uhm mmm hmm',
  answers: 'eh_eh uhm_uhm',
  fillerPhrases: 'cioè diciamo insomma sai tipo praticamente',
  doubled: '',
});

export const portuguese = languageWords({
  determiners:
    'o a os as um uma uns umas ao aos do da dos das no na nos nas este esta esse essa aquele aquela meu minha teu tua seu sua nosso nossa cada',
  prepositions: 'de em com sem por para sobre sob entre até desde contra durante após ante perante segundo',
  conjunctions: 'e ou mas que porque quando se como embora onde enquanto pois quem',
  pronouns: 'eu tu ele ela você nós vocês eles elas me te',
  auxiliaries:
    'tenho tem temos têm tinha sou é somos são estou está estão era foi será pode podem deve devem vai vou vamos vão não',
  titles: 'sr sra dr dra dom dona senhor senhora',
  hesitations: 'hum hã hm éh ahn',
  answers: 'hum_hum hã_hã ahn_ahn',
  fillerPhrases: 'sabe digamos tipo né quer_dizer ou_seja',
  doubled: '',
});
