/** Told how far long work is: `done` of `total` steps, and what is being done. */
export type Progress = (done: number, total: number, what: string) => void;
