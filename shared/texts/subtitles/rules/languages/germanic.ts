import { languageWords } from './language-words.ts';

export const english = languageWords({
  determiners:
    'a an the this that these those my your his her its our their every each some any no another both which whose',
  prepositions:
    'of in on at by for with from to into onto about over under between through during before after without within against among around behind below beside beyond near off out since toward towards until upon via per than as like',
  conjunctions: 'and but or nor so yet because although though while if unless when where that which who whether',
  pronouns: 'i you he she it we they',
  auxiliaries:
    "am is are was were be been being have has had do does did will would shall should can could may might must not don't doesn't didn't won't can't cannot isn't aren't wasn't i'm i'll i've we're we'll we've you're they're it's that's let's never",
  titles: 'mr mrs ms dr prof st sir',
  hesitations: 'um uh uhm umm uhh er erm hmm mm ah',
  answers: 'uh_huh uh_oh uh_uh mm_hmm hmm_mm mm_mm mm_mhm um_hmm ah_ha ah_hah nuh_uh',
  fillerPhrases: 'you_know i_mean sort_of kind_of actually basically literally well like',
  doubled: 'that had is no',
});

export const german = languageWords({
  determiners:
    'der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner dieser diese dieses diesen diesem mein meine meinen meinem meiner dein deine sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer unser unsere unseren unserem euer eure jeder jede jedes jeden zum zur im am vom beim ins ans',
  prepositions:
    'in an auf aus bei mit nach seit von zu durch für gegen ohne um bis über unter vor hinter neben zwischen während wegen trotz ab',
  conjunctions: 'und oder aber denn sondern dass weil wenn als ob obwohl damit bevor nachdem wo wer',
  pronouns: 'ich du er sie es wir man sich mich uns',
  auxiliaries:
    'bin bist ist sind seid war waren habe hast hat haben hatte hatten werde wird werden würde kann können muss müssen soll sollen will wollen darf nicht nie',
  titles: 'herr frau dr prof',
  hesitations: 'äh ähm öh öhm hm hmm',
  answers: 'hm_hm hmm_hmm äh_äh',
  fillerPhrases: 'sozusagen quasi halt eigentlich also sag_mal ich_meine weißt_du',
  doubled: 'der die das den dem sie',
});
