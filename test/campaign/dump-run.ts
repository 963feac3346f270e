import {runBundled} from '/work/wt/prooftruth/test/campaign/bundled.ts';
await runBundled(process.argv[2]!, 'truth', {isQuick: true, seed: 1, random: () => {throw 1}, tried() {}, failed() {}, noted() {}, progress() {}});
