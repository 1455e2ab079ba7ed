/**
 * Letters of scripts that are written without spaces become words of their own in the index. SQL knows no scripts: the
 * note says that rows of before are still to be written again, which the opening of the store does.
 */
export const lettersAsWords = `
INSERT OR IGNORE INTO meta VALUES ('words_of_before', 'yes');
`
