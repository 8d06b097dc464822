/** The text of a new level. */
export const blank = `title: My level
idea: The lesson of this level.
par: 60

################################
#                              #
#                              #
#                              #
#                              #
#                              #
#                              #
#                              #
#                              #
#                              #
# 12                         ! #
################################
`;
