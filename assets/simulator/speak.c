/* Says one line in one of flite's voices: a WAV file, and on standard output the start and the end of every token in
 * seconds, taken from the segments that the voice itself timed. Used by make-meetings.ts. */
#include <flite/flite.h>
#include <stdio.h>
#include <string.h>

cst_voice *register_cmu_us_awb(const char *voice_directory);
cst_voice *register_cmu_us_rms(const char *voice_directory);
cst_voice *register_cmu_us_slt(const char *voice_directory);

static cst_voice *voice_named(const char *name) {
  if (strcmp(name, "awb") == 0) return register_cmu_us_awb(NULL);
  if (strcmp(name, "rms") == 0) return register_cmu_us_rms(NULL);
  if (strcmp(name, "slt") == 0) return register_cmu_us_slt(NULL);
  return NULL;
}

/* A token such as "12" is several words; one such as a lone dash is none and is not printed. */
static void print_times_of(const cst_item *token) {
  const cst_item *first = item_daughter(token);
  const cst_item *last = item_last_daughter(token);
  if (!first || !last) return;
  printf("%s\t%.3f\t%.3f\n", item_name(token),
         ffeature_float(item_as(first, "SylStructure"), "daughter.daughter.R:Segment.p.end"),
         ffeature_float(item_as(last, "SylStructure"), "daughtern.daughtern.R:Segment.end"));
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: speak awb|rms|slt out.wav \"What to say.\"\n");
    return 2;
  }
  flite_init();
  cst_voice *voice = voice_named(argv[1]);
  if (!voice) return 2;

  cst_utterance *utterance = flite_synth_text(argv[3], voice);
  cst_wave_save_riff(utt_wave(utterance), argv[2]);
  for (const cst_item *token = relation_head(utt_relation(utterance, "Token")); token; token = item_next(token))
    print_times_of(token);
  delete_utterance(utterance);
  return 0;
}
