const factor = Number(process.env.RUNS ?? 1);

/**
 * How often a property is tried: as often as the suite has time for. RUNS in the environment is by how much oftener,
 * for a longer hunt: `RUNS=20 npx ava build/test/query/parse-query.test.js`.
 */
export const runs = (usual: number): {readonly numRuns: number} => ({numRuns: usual * factor});
