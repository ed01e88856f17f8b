/* A program outside the repository, which install.sh builds against the installed library. */
#include <indp.h>
#include <stdio.h>

int main(void)
{
    indp_snapping *mechanism;
    double out;
    indp_status status = indp_snapping_new(1, 1, 100, NULL, &mechanism);
    if (status == INDP_OK) {
        status = indp_snapping_release(mechanism, 42, &out);
        indp_snapping_free(mechanism);
    }
    if (status == INDP_OK)
        status = indp_self_test();
    if (status != INDP_OK)
        printf("%s\n", indp_status_message(status));
    return status;
}
