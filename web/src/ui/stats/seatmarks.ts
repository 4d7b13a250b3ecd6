/** What tells seats apart in graphs besides their colour: a symbol as on their figures, and a dash of their line. Around (0, 0), some ten units wide. */
export const MARKS = [
  'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z',
  'M0 -6L5.800 4.500H-5.800z',
  'M-4.600 -4.600H4.600V4.600H-4.600z',
  'M0 -6.300L6.300 0L0 6.300L-6.300 0z',
  'M0 -6.500L1.700 -2.100L6.300 -2L2.700 .9L3.900 5.400L0 2.800L-3.900 5.400L-2.700 .9L-6.300 -2L-1.700 -2.100z',
  'M-2 -5.800H2V-2H5.800V2H2V5.800H-2V2H-5.800V-2H-2z',
] as const;
export const DASHES = ['', '9 4', '3 4', '12 4 3 4', '6 3', '2 6'] as const;
