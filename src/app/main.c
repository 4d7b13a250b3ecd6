/* main.c - the program aude. */
#include "app/command.h"

int main(int argc, char **argv)
{
    return command_main(argc, argv);
}
