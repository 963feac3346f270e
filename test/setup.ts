/** The same draws in every run, so that a suite that passed passes again; DIALTOP_TEST_SEED=random goes hunting. */
import fc from 'fast-check';

const wanted = process.env.DIALTOP_TEST_SEED ?? '20260331';

if (wanted !== 'random') {
	fc.configureGlobal({...fc.readConfigureGlobal(), seed: Number(wanted)});
}
